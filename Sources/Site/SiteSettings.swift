package import HTTP

/// How the site is served.
package struct SiteSettings: Sendable {
  /// The folder of the lessons.
  package var lessons = "Lessons"
  /// The folder of the static files.
  package var assets = "Public"
  /// Names beside the loopback's under which the site may be addressed.
  package var hostNames: [Authority] = []
  /// The most threads for one run of an experiment.
  package var threads = 1
  /// True if open pages are told of lessons that change.
  package var watches = false
  /// True if the routes for the conformance cases exist.
  package var hasTestRoutes = false
  /// Who knows it may read the metrics from elsewhere than this machine.
  package var metricsToken: String?
  /// What is written to the log.
  package var logging = RequestLog.Level.requests

  /// True if browsers reach the site over TLS, which a proxy before it ends.
  package var isBehindTLS = false
  /// The most submissions of one person in a minute.
  package var submissionsPerMinute = 120
  /// How long grading may take.
  package var grading = GradingQueue.Limits()

  package init() {}
}
