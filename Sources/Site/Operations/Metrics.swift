internal import Synchronization

/// Counts for operators, in Prometheus' text format (version 0.0.4).
package final class Metrics: Sendable {
  /// A number that is read when the metrics are.
  package struct Reading: Sendable {
    package enum Kind: String, Sendable { case counter, gauge }

    package let name: String
    package let kind: Kind
    package let help: String
    /// By labels, written as in the format, such as `queue="reading"`; an empty text for none.
    package let values: [(labels: String, value: Double)]

    package init(_ name: String, _ kind: Kind, _ help: String, _ values: [(labels: String, value: Double)]) {
      self.name = name
      self.kind = kind
      self.help = help
      self.values = values
    }
  }

  /// What was answered on one route. Whoever answers often keeps it, so that counting looks nothing up.
  package final class Tally: Sendable {
    fileprivate struct Counts {
      /// Few, so that going through them is quicker than a dictionary.
      var answers: [(method: String, status: Int, count: Int)] = []
      var durations = Durations()
    }

    fileprivate let route: String
    fileprivate let counts = Mutex(Counts())

    fileprivate init(route: String) { self.route = route }

    /// Counts requests that were answered.
    /// - Parameter duration: From each request's last byte to its answer, in nanoseconds.
    package func count(method: String, status: Int, duration: UInt64, times: Int = 1) {
      counts.withLock { counts in
        counts.durations.add(duration, times)
        for index in counts.answers.indices
        where counts.answers[index].status == status && counts.answers[index].method == method {
          counts.answers[index].count += times
          return
        }
        counts.answers.append((method, status, times))
      }
    }
  }

  private struct State {
    var tallies: [String: Tally] = [:]
    var sources: [@Sendable () -> [Reading]] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Adds numbers of another part of the program.
  package func add(_ source: @escaping @Sendable () -> [Reading]) { state.withLock { $0.sources.append(source) } }

  /// Where the requests of a route are counted.
  /// - Parameter route: The route's pattern, so that a client cannot make up labels; empty if none was chosen.
  package func tally(route: String) -> Tally {
    state.withLock { state in
      if let tally = state.tallies[route] { return tally }
      let tally = Tally(route: route)
      state.tallies[route] = tally
      return tally
    }
  }

  package var text: String {
    let (tallies, sources) = state.withLock { ($0.tallies.values.sorted { $0.route < $1.route }, $0.sources) }
    // A route that nobody has asked for is left out.
    let counts = tallies.map { tally in (tally.route, tally.counts.withLock { $0 }) }.filter { !$0.1.answers.isEmpty }
    var lines: [String] = []
    lines += Metrics.heading("course_requests_total", "counter", "Requests answered, by route, method and status.")
    lines += counts.flatMap { route, counts in
      counts.answers.map { method, status, count in
        "course_requests_total{route=\"\(route)\",method=\"\(method)\",status=\"\(status)\"} \(count)"
      }
    }.sorted()
    lines += Metrics.heading(
      "course_request_seconds", "histogram", "Time from a request's last byte until its answer was made, by route.")
    for (route, counts) in counts { lines += counts.durations.lines(route: route) }
    for reading in sources.flatMap({ $0() }) {
      lines += Metrics.heading(reading.name, reading.kind.rawValue, reading.help)
      lines += reading.values.map { labels, value in
        "\(reading.name)\(labels.isEmpty ? "" : "{\(labels)}") \(Metrics.number(value))"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func heading(_ name: String, _ type: String, _ help: String) -> [String] {
    ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"]
  }

  fileprivate static func number(_ value: Double) -> String { Int(exactly: value).map { String($0) } ?? "\(value)" }
}

/// A histogram of durations.
private struct Durations {
  /// Upper bounds in microseconds: from what a ready page takes to what a long run may.
  private static let bounds: [UInt64] = [
    50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000,
    10_000_000,
  ]

  private var counts = [Int](repeating: 0, count: Durations.bounds.count + 1)
  private var sum: UInt64 = 0

  mutating func add(_ nanoseconds: UInt64, _ times: Int) {
    let place = Durations.bounds.firstIndex { nanoseconds <= $0 * 1000 } ?? Durations.bounds.count
    counts[place] += times
    sum += nanoseconds * UInt64(times)
  }

  func lines(route: String) -> [String] {
    var lines: [String] = []
    var total = 0
    for (index, count) in counts.enumerated() {
      total += count
      let bound = index < Durations.bounds.count ? Metrics.number(Double(Durations.bounds[index]) / 1_000_000) : "+Inf"
      lines.append("course_request_seconds_bucket{route=\"\(route)\",le=\"\(bound)\"} \(total)")
    }
    lines.append("course_request_seconds_sum{route=\"\(route)\"} \(Metrics.number(Double(sum) / 1_000_000_000))")
    lines.append("course_request_seconds_count{route=\"\(route)\"} \(total)")
    return lines
  }
}
