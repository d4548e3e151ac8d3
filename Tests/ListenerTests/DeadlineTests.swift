import Foundation
import HTTP
import Listener
import Testing

/// What the wheel cannot hold at once: deadlines beyond its last slot, and those set by a loop that has slept for longer
/// than that.
@Suite("Deadlines")
struct DeadlineTests {
  /// Longer than the wheel reaches.
  private static let long: UInt32 = 18

  private let application = ScriptedApplication { _ in .response(Response(text: "here")) }

  @Test(arguments: Configuration.Backend.allCases)
  func holdAfterALongSilence(_ backend: Configuration.Backend) async throws {
    let change: (inout Configuration) -> Void = {
      $0.deadlines.header = 300
      $0.deadlines.idle = 300
      $0.loops = 1
    }
    try await withServer(application, on: backend, with: change) { _, port in
      sleep(Self.long)
      let (silent, half, idle) = try (RawClient(port: port), RawClient(port: port), RawClient(port: port))
      half.send("GET / HT")
      idle.send(get("/"))
      #expect(idle.responses(1).first?.status == 200)
      #expect(half.readToEnd())
      #expect(half.text.hasPrefix("HTTP/1.1 408 "))
      #expect(idle.readToEnd())
      #expect(silent.readToEnd())
    }
  }

  @Test(arguments: Configuration.Backend.allCases)
  func holdHoweverFarOff(_ backend: Configuration.Backend) async throws {
    let change: (inout Configuration) -> Void = {
      $0.deadlines.idle = Int(Self.long) * 1000
      $0.loops = 1
    }
    try await withServer(application, on: backend, with: change) { _, port in
      let client = try RawClient(port: port)
      let start = RawClient.now()
      client.send(get("/"))
      #expect(client.readToEnd(milliseconds: RawClient.patience))
      #expect(RawClient.now() - start >= Int(Self.long) * 1000)
    }
  }
}
