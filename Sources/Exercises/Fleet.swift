internal import Retry
internal import Simulation

/// Many requests of one client application under one policy, in virtual time: the real loop of `Retry`, a budget that
/// all share, and a server that fails as an outage says. Times are milliseconds.
struct Fleet {
  let policy: RetryPolicy
  /// Full at the start; used for one outcome only.
  let budget: SharedRetryBudget
  let outage: Outage

  /// How an application fares in an outage.
  struct Outcome: Equatable {
    var requests = 0
    var succeeded = 0
    /// What reached the server or was refused by it.
    var sent = 0
    /// Writes that the server did more than once.
    var doubled = 0
    /// How long those that succeeded took beyond one answer, in all.
    var delay = 0

    var successShare: Double { Double(succeeded) / Double(max(1, requests)) }
    var amplification: Double { Double(sent) / Double(max(1, requests)) }
    var meanDelay: Double { Double(delay) / Double(max(1, succeeded)) }
  }

  private struct Request {
    var loop: RetryLoop
    let begun: Int
    let number: Int
    var timesDone = 0
  }

  private struct Event: Comparable {
    let at: Int
    let request: Int

    static func < (left: Event, right: Event) -> Bool { (left.at, left.request) < (right.at, right.request) }
  }

  /// - Throws: `RunStopped` when nobody waits any more.
  func outcome(seed: Int, _ monitor: RunMonitor) throws -> Outcome {
    let draws = Draws(seed: seed)
    var requests: [Request] = []
    var due: [Event] = []
    for number in 0..<outage.requests {
      let at = number * outage.duration / outage.requests
      let request = RetryRequest(number % outage.writeEvery == 0 ? .post : .get)
      let loop = RetryLoop(
        policy, for: request, budget: budget, startedAt: .milliseconds(at), seed: draws.word(client: number, attempt: 0)
      )
      requests.append(Request(loop: loop, begun: at, number: number))
      due.append(Event(at: at, request: number))
    }
    var queue = EventQueue(due)
    var served: [Int: Int] = [:]
    var outcome = Outcome(requests: outage.requests)
    while let event = queue.popFirst() {
      if outcome.sent % 128 == 0, monitor.isCancelled() { throw RunStopped.cancelled }
      guard event.at < outage.horizon else { continue }
      outcome.sent += 1
      _ = requests[event.request].loop.begin(at: .milliseconds(event.at))
      let second = event.at / 1000
      let answer = outage.answer(event.at, requests[event.request].number, load: served[second, default: 0])
      served[second, default: 0] += 1
      if answer.isDone { requests[event.request].timesDone += 1 }
      let end = event.at + answer.takes
      switch requests[event.request].loop.next(answer.outcome, at: .milliseconds(end)) {
      case .wait(let wait, _):
        queue.insert(Event(at: end + Int(wait / .milliseconds(1)), request: event.request))
      case .waitForConnectivity:
        break
      case .stop(let reason):
        if reason == .succeeded {
          outcome.succeeded += 1
          outcome.delay += event.at - requests[event.request].begun
        }
      }
    }
    outcome.doubled = requests.count { $0.loop.request.method == .post && $0.timesDone > 1 }
    return outcome
  }

  /// A binary heap of events.
  private struct EventQueue {
    private var heap: [Event]

    /// - Parameter sorted: in the order of time, which is a heap already.
    init(_ sorted: [Event]) { heap = sorted }

    mutating func insert(_ event: Event) {
      heap.append(event)
      var child = heap.count - 1
      while child > 0, heap[child] < heap[(child - 1) / 2] {
        heap.swapAt(child, (child - 1) / 2)
        child = (child - 1) / 2
      }
    }

    mutating func popFirst() -> Event? {
      guard let first = heap.first, let last = heap.popLast() else { return nil }
      if heap.isEmpty { return first }
      heap[0] = last
      var parent = 0
      while let child = smallerChild(of: parent), heap[child] < heap[parent] {
        heap.swapAt(child, parent)
        parent = child
      }
      return first
    }

    private func smallerChild(of parent: Int) -> Int? {
      let left = 2 * parent + 1
      guard left < heap.count else { return nil }
      return left + 1 < heap.count && heap[left + 1] < heap[left] ? left + 1 : left
    }
  }
}
