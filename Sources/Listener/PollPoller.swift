import Glibc

/// Waits by poll(2), for systems without epoll. Each wait costs time in proportion to the number of descriptors.
package final class PollPoller: Poller {
  private var entries: [pollfd] = []
  private var tokens: [UInt64] = []
  private var places: [Int32: Int] = [:]

  package init() throws(ListenError) {}

  package func add(_ descriptor: Int32, _ token: UInt64, _ interest: PollInterest, shared: Bool) {
    places[descriptor] = entries.count
    entries.append(pollfd(fd: descriptor, events: events(interest), revents: 0))
    tokens.append(token)
  }

  package func change(_ descriptor: Int32, _ token: UInt64, _ interest: PollInterest) {
    guard let place = places[descriptor] else { return }
    entries[place].events = events(interest)
    tokens[place] = token
  }

  package func remove(_ descriptor: Int32) {
    guard let place = places.removeValue(forKey: descriptor) else { return }
    let last = entries.count - 1
    if place != last {
      entries[place] = entries[last]
      tokens[place] = tokens[last]
      places[entries[place].fd] = place
    }
    entries.removeLast()
    tokens.removeLast()
  }

  package func wait(milliseconds: Int, into events: inout [PollEvent]) {
    events.removeAll(keepingCapacity: true)
    guard poll(&entries, nfds_t(entries.count), Int32(clamping: milliseconds)) > 0 else { return }
    for index in entries.indices where entries[index].revents != 0 {
      let flags = Int32(entries[index].revents)
      events.append(
        PollEvent(
          token: tokens[index], isReadable: flags & POLLIN != 0, isWritable: flags & POLLOUT != 0,
          isGone: flags & (POLLHUP | POLLERR | POLLNVAL) != 0))
    }
  }

  private func events(_ interest: PollInterest) -> Int16 {
    Int16((interest.reads ? POLLIN : 0) | (interest.writes ? POLLOUT : 0))
  }
}
