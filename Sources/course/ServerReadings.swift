import HTTP
import Listener
import Site

/// The server's own statistics for operators.
enum ServerReadings {
  static func readings(_ statistics: Statistics) -> [Metrics.Reading] {
    func one(_ name: String, _ kind: Metrics.Reading.Kind, _ help: String, _ value: Int) -> Metrics.Reading {
      Metrics.Reading("course_\(name)", kind, help, [("", Double(value))])
    }
    return [
      one("connections_open", .gauge, "Connections that are open.", statistics.openConnections),
      one(
        "streams_open", .gauge, "Streams that are open, such as those of server-sent events.", statistics.openStreams),
      one("connections_accepted_total", .counter, "Connections that were accepted.", statistics.accepted),
      one(
        "connections_turned_away_total", .counter, "Connections refused since there were too many.",
        statistics.turnedAway),
      one(
        "descriptors_exhausted_total", .counter, "How often no descriptor was left for a connection.",
        statistics.descriptorsExhausted),
      one("sent_bytes_total", .counter, "Bytes sent.", statistics.bytesSent),
      one(
        "refused_total", .counter, "Requests that the server refused before the site saw them.", statistics.refused),
      one("shed_total", .counter, "Requests answered with 503 since the wait would be too long.", statistics.shed),
      one(
        "cancelled_total", .counter, "Work and streams whose reader left before the end.", statistics.cancelled),
      one("slow_readers_total", .counter, "Streams dropped since their reader was too slow.", statistics.slowReaders),
      Metrics.Reading(
        "course_loop_lag_seconds", .gauge,
        "How long a connection may wait for its event loop: the longest round of events in the last ten seconds or more.",
        [("", Double(statistics.lag) / 1_000_000)]),
      one("loop_rounds_total", .counter, "Rounds of events.", statistics.rounds),
      Metrics.Reading(
        "course_loop_busy_seconds_total", .counter, "Time that loops were busy with rounds of events.",
        [("", Double(statistics.roundSum) / 1_000_000)]),
      Metrics.Reading(
        "course_loop_longest_round_seconds", .gauge, "The longest that a loop took over one round of events.",
        [("", Double(statistics.longestRound) / 1_000_000)]),
      Metrics.Reading(
        "course_queue_waiting", .gauge, "Work that waits for a thread, by queue.",
        WorkClass.allCases.map { ("queue=\"\($0)\"", Double(statistics.waiting[$0] ?? 0)) }),
      Metrics.Reading(
        "course_queue_waiting_seconds", .gauge, "How long the work that waits is expected to take, by queue.",
        WorkClass.allCases.map { ("queue=\"\($0)\"", statistics.waitingSeconds[$0] ?? 0) }),
      one("work_running", .gauge, "Work that has a thread.", statistics.running),
    ]
  }
}
