package import HTTP

/// How work shares threads, and how much of it may wait.
package struct WorkRules: Sendable {
  /// Threads for all that keeps a processor busy.
  package var threads: Int
  /// Threads for work that mostly waits.
  package var liveThreads = 16
  /// How long a job may take and still be a short one, in seconds.
  package var short = 0.25
  /// The longest that a job may have to wait, in seconds.
  package var patience: [WorkClass: Double] = [.reading: 5, .interactive: 10, .live: 15, .grading: 30, .batch: 60]
  /// How many jobs of a class may wait at most, however short.
  package var capacities: [WorkClass: Int] = [
    .reading: 256, .interactive: 256, .live: 256, .grading: 1024, .batch: 64,
  ]
  /// How much later a job is due, for each second that it is expected to take.
  package var stretch = 2.0
  /// How much later jobs of a class are due than interactive ones, in seconds.
  package var deferral: [WorkClass: Double] = [.grading: 1, .batch: 10]

  package init(threads: Int) { self.threads = threads }

  /// How many threads may be busy with what is not reading, with what is long, and with what takes longer than others of
  /// its class may wait.
  var mostWork: Int { max(1, threads - 1) }
  var mostLong: Int { max(1, threads - 2) }
  var mostHeavy: Int { max(1, mostLong - 1) }
}
