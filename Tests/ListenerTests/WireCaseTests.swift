import Foundation
import Listener
import Testing

@Suite("Requests as raw bytes over a socket get the answer that they should")
struct WireCaseTests {
  @Test func casesAreThere() {
    #expect(HTTPCase.all.count == 312)
  }

  @Test(arguments: HTTPCase.all, Configuration.Backend.allCases)
  func outcome(_ one: HTTPCase, _ backend: Configuration.Backend) async throws {
    let run = try #require(CaseRun.runs[backend])
    let outcome = try #require(try await run.value[one.id])
    let expectation = one.expectation
    #expect(outcome.serverAnswers)
    guard !expectation.statuses.isEmpty else { return }

    let shown = Comment(rawValue: String(decoding: outcome.bytes.prefix(600), as: UTF8.self))
    let first = outcome.responses.first?.status ?? 0
    #expect(expectation.statuses.contains(first), shown)
    if first == 0 { #expect(outcome.isClosed) }
    if let closes = expectation.closes { #expect(outcome.isClosed == closes, shown) }

    let finals = outcome.finals
    if let count = expectation.responses {
      #expect(finals.count <= count, shown)
      if count > 1 { #expect(finals.count == count, shown) }
    }
    if finals.count > 1, !expectation.last.isEmpty {
      #expect(expectation.last.contains(finals[finals.count - 1].status), shown)
    }
    let lowerCased = outcome.bytes.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    for text in expectation.mustNotContain {
      #expect(lowerCased.firstRange(of: text.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }) == nil, shown)
    }
    if expectation.hasNoBody { #expect(finals.first?.body.isEmpty ?? true) }
    for name in expectation.absent { #expect(outcome.responses.first?[name] == nil) }
    for (status, name) in expectation.present where status == nil || status == first {
      #expect(outcome.responses.first?[name] != nil, "\(name) is missing")
    }
  }
}
