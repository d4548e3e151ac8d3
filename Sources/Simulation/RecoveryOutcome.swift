/// What became of a herd that met a server coming back.
struct RecoveryOutcome: Sendable, Equatable {
  let clients: Int
  /// Requests that arrived in each bucket, up to the last that has any.
  private(set) var arrivals: [Int] = []
  /// Requests that were served in each bucket, as long as `arrivals`.
  private(set) var served: [Int] = []
  private(set) var sent = 0
  private(set) var sentDuringOutage = 0
  private(set) var succeeded = 0
  /// Clients that had no attempt left.
  var gaveUp = 0
  /// The bound that ended the run before every client had succeeded or given up, or nil.
  var cut: Cut?
  /// When success number ⌈p·clients⌉ arrived, for p = 50, 90, 99 and 100%, in microseconds.
  private(set) var times: [Int64?] = [nil, nil, nil, nil]

  enum Cut: Sendable, Equatable {
    case requests, buckets
  }

  static let percents = [50, 90, 99, 100]

  init(clients: Int) { self.clients = clients }

  var peak: Int { arrivals.max() ?? 0 }

  func served(in bucket: Int) -> Int { bucket < served.count ? served[bucket] : 0 }

  /// True if one of the next so many successes is one whose time is asked for.
  func isAwaited(within next: Int) -> Bool {
    zip(Self.percents, times).contains { percent, time in
      time == nil && succeeded + next >= rank(percent)
    }
  }

  /// Counts requests that arrived in a bucket and were refused.
  mutating func refuse(_ count: Int, in bucket: Int, isOutage: Bool = false) {
    arrive(count, in: bucket)
    if isOutage { sentDuringOutage += count }
  }

  /// Counts requests that arrived in a bucket and were served.
  /// - Parameter time: Gives the time at which the one with that place among them arrived, from 0.
  mutating func serve(_ count: Int, in bucket: Int, _ time: (Int) -> Int64) {
    arrive(count, in: bucket)
    if count > 0 { served[bucket] += count }
    for (index, percent) in Self.percents.enumerated() where times[index] == nil {
      let place = rank(percent) - succeeded - 1
      if place < count { times[index] = time(place) }
    }
    succeeded += count
  }

  private func rank(_ percent: Int) -> Int { (clients * percent + 99) / 100 }

  private mutating func arrive(_ count: Int, in bucket: Int) {
    guard count > 0 else { return }
    let missing = bucket + 1 - arrivals.count
    if missing > 0 {
      arrivals.append(contentsOf: repeatElement(0, count: missing))
      served.append(contentsOf: repeatElement(0, count: missing))
    }
    arrivals[bucket] += count
    sent += count
  }
}
