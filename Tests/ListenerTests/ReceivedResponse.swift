/// A response as a client reads it.
struct ReceivedResponse: Sendable {
  /// -1 if the bytes are no response.
  var status: Int
  /// Names in lower case.
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// False if its end has not come, or would only be marked by the connection's.
  var isWhole = false
  /// Bytes, head included.
  var length = 0

  subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

  var text: String { String(decoding: body, as: UTF8.self) }

  /// Reads the responses to requests with these methods; GET where there are too few.
  static func all(in bytes: [UInt8], methods: [String]) -> [ReceivedResponse] {
    var responses: [ReceivedResponse] = []
    var rest = bytes[...]
    var finals = 0
    while !rest.isEmpty {
      let method = finals < methods.count ? methods[finals] : "GET"
      let before = rest.count
      var response = take(&rest, method)
      response.length = before - rest.count
      responses.append(response)
      if response.status >= 200 { finals += 1 }
      guard response.isWhole else { break }
    }
    return responses
  }

  private static func take(_ rest: inout ArraySlice<UInt8>, _ method: String) -> ReceivedResponse {
    guard let end = rest.firstRange(of: [13, 10, 13, 10]) else {
      defer { rest = [] }
      return ReceivedResponse(status: status(rest))
    }
    let lines = rest[..<end.lowerBound].split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
    var response = ReceivedResponse(status: status(rest))
    rest = rest[end.upperBound...]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let value = parts[1].drop { $0 == " " }
      response.headers.append((parts[0].lowercased(), String(value.last == "\r" ? value.dropLast() : value)))
    }
    if response.status < 200 || response.status == 204 || response.status == 304 || method == "HEAD" {
      response.isWhole = true
    } else if response["transfer-encoding"] == "chunked" {
      response.takeChunks(&rest)
    } else if let length = response["content-length"].flatMap({ Int($0) }) {
      response.isWhole = rest.count >= length
      response.body = Array(rest.prefix(length))
      rest = rest.dropFirst(length)
    } else {
      response.body = Array(rest)
      rest = []
    }
    return response
  }

  private mutating func takeChunks(_ rest: inout ArraySlice<UInt8>) {
    while let end = rest.firstRange(of: [13, 10]) {
      guard let size = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16) else { return }
      let data = rest[end.upperBound...]
      guard data.count >= size + 2 else { return }
      body += data.prefix(size)
      rest = data.dropFirst(size + 2)
      if size == 0 {
        isWhole = true
        return
      }
    }
  }

  private static func status(_ bytes: ArraySlice<UInt8>) -> Int {
    guard bytes.starts(with: "HTTP/1.1 ".utf8), bytes.count >= 12 else { return -1 }
    return Int(String(decoding: bytes.dropFirst(9).prefix(3), as: UTF8.self)) ?? -1
  }
}
