import Glibc
import HTTP
import Synchronization

/// How other threads reach a loop: messages, and a pipe whose reading end the loop waits for.
final class Mailbox: Sendable {
  enum Message: Sendable {
    /// Everything that serves is there: connections may come.
    case listen
    /// A connection that another loop has accepted.
    case accepted(Int32, PeerAddress)
    /// Work is done.
    case finished(UInt64, Response)
    /// It is known how a request is answered.
    case found(UInt64, Reply)
    /// A stream has something to send, or has ended.
    case stream(UInt64)
    /// Accept no more, and close what is idle.
    case drain
    /// End the streams that only wait for what may come.
    case endSubscriptions
    /// Answer what is still under way with 503, and end all streams.
    case giveUp
    /// Close everything and end the thread.
    case stop
  }

  private let messages = Mutex<[Message]>([])
  /// How many connections the loop has, for spreading new ones.
  let load = Atomic<Int>(0)
  let readingEnd: Int32
  private let writingEnd: Int32

  init() throws(ListenError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw ListenError("pipe", 0, errno) }
    ends.forEach(Socket.prepare)
    readingEnd = ends[0]
    writingEnd = ends[1]
  }

  deinit {
    close(readingEnd)
    close(writingEnd)
  }

  func post(_ message: Message) {
    let wasEmpty = messages.withLock { messages in
      messages.append(message)
      return messages.count == 1
    }
    guard wasEmpty else { return }
    var byte: UInt8 = 1
    while write(writingEnd, &byte, 1) < 0, errno == EINTR {}
  }

  /// All messages so far. Called by the loop when the reading end is readable.
  func take() -> [Message] {
    var bytes: (UInt64, UInt64) = (0, 0)
    while read(readingEnd, &bytes, 16) < 0, errno == EINTR {}
    return messages.withLock { messages in
      let taken = messages
      messages = []
      return taken
    }
  }
}
