package import HTTP
import Synchronization

/// What a server has done since it started.
package struct Statistics: Sendable {
  /// Upper bounds of the latency buckets in microseconds; the last bucket has none.
  package static let bounds = [
    100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000,
  ]

  /// Answers by the first digit of their status: `byClass[2]` counts 200…299.
  package var byClass = InlineArray<6, Int>(repeating: 0)
  /// Answers by the bucket of `bounds` that their time falls into, from the last byte of the request to the answer
  /// being handed to the socket. Those given on a loop count with the round of events that they were part of.
  package var latencies = InlineArray<15, Int>(repeating: 0)
  /// The sum of those times, in microseconds.
  package var latencySum = 0
  /// Requests that the server itself refused, before an application saw them.
  package var refused = 0
  /// Requests answered with 503 since they would have had to wait for too long.
  package var shed = 0
  package var accepted = 0
  /// Connections answered with 503 or closed since there were too many.
  package var turnedAway = 0
  /// How often no descriptor was left for a connection.
  package var descriptorsExhausted = 0
  package var openConnections = 0
  package var openStreams = 0
  /// Streams dropped since their reader was too slow.
  package var slowReaders = 0
  /// Work and streams whose peer went away before their end.
  package var cancelled = 0
  package var bytesSent = 0
  /// Rounds of events that loops have been through, and the time that they took, in microseconds. A connection waits for
  /// the round of its loop.
  package var rounds = 0
  package var roundSum = 0
  /// Bytes of request bodies that are kept.
  package var bodyBytes = 0
  /// The longest that a loop took over one round, in microseconds.
  package var longestRound = 0
  /// The longest round of the last ten seconds or more, in microseconds: how long a connection may wait for its loop.
  package var lag = 0
  /// By the raw value of the class.
  var waitingByClass = InlineArray<5, Int>(repeating: 0)
  var waitingSecondsByClass = InlineArray<5, Double>(repeating: 0)
  package var running = 0
  /// Jobs dropped before they began, since nobody waited for them any more.
  package var jobsSkipped = 0

  package init() {}

  /// Jobs that wait for a thread.
  package var waiting: [WorkClass: Int] {
    Dictionary(uniqueKeysWithValues: WorkClass.allCases.map { ($0, waitingByClass[$0.rawValue]) })
  }

  /// The same, in seconds that it is expected to take.
  package var waitingSeconds: [WorkClass: Double] {
    Dictionary(uniqueKeysWithValues: WorkClass.allCases.map { ($0, waitingSecondsByClass[$0.rawValue]) })
  }

  mutating func count(_ status: Status) { byClass[min(max(status.code / 100, 0), 5)] += 1 }

  /// Counts answers that took equally long.
  mutating func count(microseconds: Int, times: Int = 1) {
    latencySum += microseconds * times
    var bucket = 0
    while bucket < Statistics.bounds.count, microseconds > Statistics.bounds[bucket] { bucket += 1 }
    latencies[bucket] += times
  }

  mutating func add(_ other: Statistics) {
    for index in byClass.indices { byClass[index] += other.byClass[index] }
    for index in latencies.indices { latencies[index] += other.latencies[index] }
    latencySum += other.latencySum
    refused += other.refused
    shed += other.shed
    accepted += other.accepted
    turnedAway += other.turnedAway
    descriptorsExhausted += other.descriptorsExhausted
    lag = max(lag, other.lag)
    openConnections += other.openConnections
    openStreams += other.openStreams
    slowReaders += other.slowReaders
    cancelled += other.cancelled
    bytesSent += other.bytesSent
    rounds += other.rounds
    roundSum += other.roundSum
    longestRound = max(longestRound, other.longestRound)
  }
}

/// Where a loop shows its statistics.
final class StatisticsCell: Sendable {
  let value = Mutex(Statistics())
}
