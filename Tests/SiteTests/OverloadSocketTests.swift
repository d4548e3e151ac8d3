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
    let pace = try Self.pace()
    let served = try ServedSite {
      $0.loops = 2
      $0.work.threads = 4
      // What waits is answered soon, so that rounds are short.
      $0.work.patience[.interactive] = 0.5 * pace
    }
    let load = OpenLoad(port: served.port, run: Self.run, page: "/lessons/waiting")
    _ = try load.drive(.closed(8), seconds: 0.5 * pace)
    let length = 1.5 * pace
    var shares: [Double] = []
    var slowest: [Double] = []
    for _ in 0..<12 where shares.max() ?? 0 < 0.9 || slowest.min() ?? .infinity > 0.05 * pace {
      let idle = try load.drive(.closed(8), seconds: length)
      let capacity = Double(idle.done.count) / length
      let overload = try load.drive(.open(4 * capacity), seconds: length)
      #expect(idle.wrong == [] && overload.wrong == [])
      // Where the machine was busier for the one than for the other, it was no load or no overload.
      guard idle.refused == [], overload.refused.count > overload.done.count, !overload.pages.isEmpty else { continue }
      // Whoever waits for two seconds has left.
      shares.append(Double(overload.done.count { $0 <= 2 * pace }) / length / capacity)
      slowest.append(overload.pages.sorted()[overload.pages.count * 95 / 100])
    }
    #expect(shares.max() ?? 0 >= 0.9, "\(shares)")
    #expect(slowest.min() ?? .infinity <= 0.05 * pace, "\(slowest)")
  }

  /// How many times longer everything takes here than where a run takes 50 ms, or 1 if that is less.
  private static func pace() throws -> Double {
    let served = try ServedSite()
    defer { withExtendedLifetime(served) {} }
    let load = OpenLoad(port: served.port, run: { run(1_000_000 + $0) }, page: "/lessons/waiting")
    let times = try load.drive(.closed(1), seconds: 1).done.sorted()
    return times.isEmpty ? 20 : min(20, max(1, times[times.count / 2] / 0.05))
  }
}
