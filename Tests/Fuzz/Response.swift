import HTTP

/// Whatever a request asks for by ranges, preconditions and codings, the answer's content is as long as it says, and is
/// part of what is there.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let stream = bytes(start, count)
  var parser = RequestParser()
  var position = 0
  while position < stream.count {
    switch parser.read(stream.span, &position) {
    case .needMore: return 0
    case .refused: return 0
    case .head: if parser.receiveBody(atMost: 1000) != nil { return 0 }
    case .request(let request): answer(request)
    }
  }
  return 0
}

private let content = (0..<300).map { UInt8(32 + $0 % 90) }
private let coded = (0..<100).map { UInt8(128 + $0) }
private let page = ReadyResponse(
  type: "text/html; charset=utf-8", body: content, gzip: coded, lastModified: 784_111_777)

private func answer(_ request: Request) {
  _ = request.query
  _ = request.segments
  _ = request.mediaType
  _ = request.holds(page.entityTag)
  let serialiser = ResponseSerialiser()
  serialiser.setTime(1_800_000_000)
  var output = OutputQueue()
  let status: Status
  do { status = try serialiser.append(page, for: request, .stays, to: &output) } catch {
    require([412, 416].contains(error.status.code), "refused with \(error.status.code)")
    require(output.isEmpty, "a refusal left bytes behind")
    return
  }
  let sent = output.pieces.flatMap { $0.bytes[$0.start..<$0.end] }
  require(sent.count == output.count, "the queue counts \(output.count) of \(sent.count) bytes")
  guard let end = endOfHead(sent) else { return require(false, "the head does not end") }
  let head = String(decoding: sent[..<end], as: UTF8.self)
  let body = Array(sent[end...])
  let hasBody = status.code != 304 && request.method != .head
  if !hasBody { return require(body.isEmpty, "\(status.code) to \(request.method) has a body") }
  require(head.contains("Content-Length: \(body.count)\r\n"), "\(body.count) bytes behind\n\(head)")
  let full = head.contains("Content-Encoding: gzip\r\n") ? coded : content
  if status.code == 200 { require(body == full, "200 with other content") }
  if status.code == 206 { require(!body.isEmpty && full.contains(body), "206 with other content\n\(head)") }
}

private func endOfHead(_ bytes: [UInt8]) -> Int? {
  guard bytes.count >= 4 else { return nil }
  return (4...bytes.count).first { bytes[($0 - 4)..<$0].elementsEqual("\r\n\r\n".utf8) }
}
