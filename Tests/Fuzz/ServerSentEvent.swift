import HTTP

/// An event reads back as it was sent, and is one event, whatever its texts hold. The first byte says which fields there
/// are; the texts follow, separated by a byte that no UTF-8 has.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = bytes(start, count)
  guard let fields = input.first else { return 0 }
  let texts = input[1...].split(separator: 0xFF, omittingEmptySubsequences: false)
    .map { String(decoding: $0, as: UTF8.self) }
  let text = { (index: Int) in index < texts.count ? texts[index] : "" }
  let event = ServerSentEvent(
    fields & 1 == 1 ? text(1) : nil, data: text(0), id: fields & 2 == 2 ? text(2) : nil,
    retryMilliseconds: fields & 4 == 4 ? Int(fields) * 1000 : nil)
  let read = Received.events(event.bytes)
  require(read.count == 1, "\(read.count) events from \(event)")
  guard let got = read.first else { return 0 }
  require(got.name.elementsEqual(oneLine(event.name ?? "")), "the name of \(event)")
  require(got.data.elementsEqual(withLineFeeds(event.data)), "the data of \(event)")
  require(got.id.elementsEqual(oneLine(event.id ?? "")), "the id of \(event)")
  require(got.retry == event.retryMilliseconds, "the retry of \(event)")
  return 0
}

private func oneLine(_ text: String) -> [UInt8] { text.utf8.filter { $0 != 10 && $0 != 13 && $0 != 0 } }

private func withLineFeeds(_ text: String) -> [UInt8] {
  var bytes: [UInt8] = []
  for line in Received.lines(Array(text.utf8)) { bytes += line + [10] }
  return bytes.dropLast()
}

/// What a browser makes of a stream (WHATWG HTML §9.2.6).
private struct Received {
  var name: [UInt8] = []
  var data: [UInt8] = []
  var id: [UInt8] = []
  var retry: Int?

  static func events(_ bytes: [UInt8]) -> [Received] {
    var events: [Received] = []
    var event = Received()
    // What follows the last line end is no line.
    for line in lines(bytes).dropLast() {
      if line.isEmpty {
        if !event.data.isEmpty {
          event.data.removeLast()
          events.append(event)
        }
        event = Received()
        continue
      }
      let colon = line.firstIndex(of: 0x3A) ?? line.endIndex
      var value = line[colon...].dropFirst()
      if value.first == 0x20 { value.removeFirst() }
      switch String(decoding: line[..<colon], as: UTF8.self) {
      case "event": event.name = Array(value)
      case "data": event.data += value + [10]
      case "id": if !value.contains(0) { event.id = Array(value) }
      case "retry": event.retry = Int(String(decoding: value, as: UTF8.self))
      default: break
      }
    }
    return events
  }

  /// Lines ended by CR LF, LF or CR, and what follows the last end.
  static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = [[]]
    var previous: UInt8 = 0
    for byte in bytes {
      if byte == 13 || (byte == 10 && previous != 13) {
        lines.append([])
      } else if byte != 10 {
        lines[lines.count - 1].append(byte)
      }
      previous = byte
    }
    return lines
  }
}
