import HTTP

/// A request that is known to be well formed.
func request(
  _ method: Method = .get, _ target: String = "/", _ headers: [(String, String)] = [], body: String = ""
) throws -> Request {
  try Request(method, target, headers: headers, body: Array(body.utf8))
}

/// The bytes that a queue would send.
func text(_ output: OutputQueue) -> String {
  String(decoding: output.pieces.flatMap { $0.bytes[$0.start..<$0.end] }, as: UTF8.self)
}

/// The value of a field in serialised bytes; nil if it is not there.
func field(_ name: String, in text: String) -> String? {
  let head = text.utf8.split(separator: 10).map { String(Substring($0)) }
  let line = head.first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
  return line.map { $0.dropFirst(name.utf8.count + 2).filter { $0 != "\r" } }
}

/// 2023-11-14 22:13:20 UTC, a Tuesday.
let aTuesday = 1_700_000_000
