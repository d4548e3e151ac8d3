import Foundation
import HTTP
import Listener
import Testing

/// The server under four times the load that it can bear, over sockets, with runs that keep its processors busy. The
/// clients are on the same machine, and so are part of what it has to bear.
@Suite("Under overload", .serialized) struct OverloadSocketTests {
  /// Tens of milliseconds of one processor; each seed is a run of its own.
  private static func run(_ number: Int) -> String {
    "/api/v1/experiments/metastable?load=1000&durationMs=100000&seed=\(number)"
  }

  /// Whatever else the machine does disturbs one round more than another, so capacity and overload take turns, and the
  /// server has to show once what it can.
  @Test func `four times the load leaves nine tenths of the goodput, and reading quick`() throws {
    let served = try ServedSite {
      $0.loops = 2
      $0.work.threads = 4
      // What waits is answered soon, so that rounds are short.
      $0.work.patience[.interactive] = 0.5
    }
    let load = OpenLoad(port: served.port, run: Self.run, page: "/lessons/waiting")
    _ = try load.drive(.closed(8), seconds: 0.5)
    var shares: [Double] = []
    var slowest: [Double] = []
    for _ in 0..<8 where shares.max() ?? 0 < 0.9 || slowest.min() ?? 1 > 0.05 {
      let idle = try load.drive(.closed(8), seconds: 1.5)
      let capacity = Double(idle.done.count) / 1.5
      let overload = try load.drive(.open(4 * capacity), seconds: 1.5)
      // Whoever waits for two seconds has left.
      shares.append(Double(overload.done.count { $0 <= 2 }) / 1.5 / capacity)
      slowest.append(overload.pages.sorted()[overload.pages.count * 95 / 100])
      #expect(idle.wrong == [] && overload.wrong == [])
      #expect(idle.refused == [])
      #expect(overload.refused.count > overload.done.count, "most of four times the capacity cannot be done")
    }
    #expect(shares.max() ?? 0 >= 0.9, "\(shares)")
    #expect(slowest.min() ?? 1 <= 0.05, "\(slowest)")
  }
}
