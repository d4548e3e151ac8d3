/// One event of a `text/event-stream` (WHATWG HTML §9.2).
package struct ServerSentEvent: Sendable, Equatable {
  /// The event's type; nil for the default, `message`.
  package var name: String?
  package var data: String
  /// What a client sends as `Last-Event-ID` when it reconnects.
  package var id: String?
  /// How long a client should wait before it reconnects, in milliseconds.
  package var retryMilliseconds: Int?

  package init(_ name: String? = nil, data: String, id: String? = nil, retryMilliseconds: Int? = nil) {
    self.name = name
    self.data = data
    self.id = id
    self.retryMilliseconds = retryMilliseconds
  }

  /// The event as sent. Data is split at CR, LF and CR LF, so that it cannot end the event; other fields lose their
  /// line ends.
  package var bytes: [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(data.utf8.count + 64)
    func field(_ name: String, _ value: String) {
      output += name.utf8
      output += value.utf8.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
      output.append(0x0A)
    }
    if let name { field("event: ", name) }
    if let id { field("id: ", id) }
    if let retryMilliseconds { field("retry: ", String(retryMilliseconds)) }
    output += "data: ".utf8
    var previous: UInt8 = 0
    for byte in data.utf8 {
      switch byte {
      case 0x0A where previous == 0x0D: break
      case 0x0A, 0x0D: output += "\ndata: ".utf8
      default: output.append(byte)
      }
      previous = byte
    }
    output += "\n\n".utf8
    return output
  }

  /// A comment that keeps proxies from closing a silent stream.
  package static let ping: [UInt8] = Array(": ping\n\n".utf8)
}
