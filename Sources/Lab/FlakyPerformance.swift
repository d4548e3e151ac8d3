import HTTP
import Retry
import Simulation

/// One outcome of a script as acts on a connection: which bytes, when, and how it ends.
struct FlakyPerformance {
  private let item: RetryScript.Item
  private let latency: Duration
  private let longestDrip: Duration
  private let method: HTTP.Method
  private let wallClock: HTTPDate

  private static let body = Array(#"{"items":["book","pen","lamp"]}"#.utf8)

  init(
    _ item: RetryScript.Item, latency: Duration, longestDrip: Duration, method: HTTP.Method, wallClock: HTTPDate
  ) {
    self.item = item
    self.latency = latency
    self.longestDrip = longestDrip
    self.method = method
    self.wallClock = wallClock
  }

  var cues: [Cue] {
    switch item.event {
    case .status(let code): [.pause(latency), .send(response(code)), item.keepsAlive ? .next : .close]
    case .fault(let fault): cues(fault)
    }
  }

  private func cues(_ fault: RetryScript.Fault) -> [Cue] {
    switch fault {
    case .drop: [.pause(latency), .close]
    case .reset: [.pause(latency), .reset]
    case .halfClose: [.pause(latency), .finishSending, .hold]
    case .truncated: [.pause(latency), .send(Array(response(200).dropLast(Self.body.count / 2))), .close]
    case .malformedChunk: [.pause(latency), .send(malformedChunk), .close]
    case .garbled: [.pause(latency), .send(Array("This is no HTTP.\r\n\r\n".utf8)), .close]
    case .drip: drip
    case .timeout: [.hold]
    // A request that came all the same, on a connection that was still open, or for an outcome that no server plays.
    case .refuse, .offline, .unresolved, .insecure: [.reset]
    }
  }

  private func response(_ code: Int) -> [UInt8] {
    var fields: HeaderFields = ["Content-Type": "application/json"]
    switch item.retryAfter {
    case .seconds(let digits): fields.add("Retry-After", digits)
    case .date(let ahead):
      let date = HTTPDate(secondsSince1970: wallClock.secondsSince1970 + Int64(ahead))
      fields.add("Retry-After", date.imfFixdate)
    case .raw(let text): fields.add("Retry-After", text)
    case nil: break
    }
    let hasBody = method != .head && code != 204 && code != 304
    return ScriptedResponse.bytes(
      code, headers: fields, body: hasBody && code < 300 ? Self.body : [], keepsAlive: item.keepsAlive)
  }

  private var malformedChunk: [UInt8] {
    let head = ScriptedResponse.head(
      200, headers: ["Content-Type": "application/json", "Transfer-Encoding": "chunked"])
    return head + Array("5\r\n{\"ite\r\nzz\r\nms\r\n".utf8)
  }

  /// The whole response, its bytes spread evenly over the time that it takes.
  private var drip: [Cue] {
    let bytes = response(200)
    let pause = (item.latencyMs == nil ? longestDrip : latency) / bytes.count
    return bytes.flatMap { [.pause(pause), .send([$0])] as [Cue] } + [.close]
  }
}
