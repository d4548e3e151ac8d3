extension GradingQueue {
  /// The counts for operators.
  var readings: @Sendable () -> [Metrics.Reading] {
    { [self] in
      let counts = counts
      return [
        Metrics.Reading(
          "course_submissions_total", .counter, "Submissions by how they ended.",
          [("outcome=\"graded\"", Double(counts.graded)), ("outcome=\"abandoned\"", Double(counts.abandoned))]),
        Metrics.Reading(
          "course_submissions_deferred_total", .counter, "Requests answered before the grade was there.",
          [("", Double(counts.deferred))]),
        Metrics.Reading(
          "course_submissions_resumed_total", .counter, "Submissions of a former process taken up again.",
          [("", Double(counts.resumed))]),
        Metrics.Reading(
          "course_submissions", .gauge, "Submissions that are not graded yet.",
          [("state=\"waiting\"", Double(counts.waiting)), ("state=\"running\"", Double(counts.running))]),
      ]
    }
  }
}
