/// How often one person, or one address where nobody is known, may ask in a minute. What counts by address is enough for
/// a class behind one.
package final class RequestLimits: Sendable {
  /// Everything that a known person asks.
  package let person: RequestMeter
  /// What is asked by whoever is not known: to join, to sign in, with a token that nobody holds.
  package let address = RequestMeter(
    RateLimit(name: "address", quota: 6_000, window: 60),
    detail: "At most 6000 requests in 60 s from one address by whoever is not known.")
  package let submissions: RequestMeter
  /// Tries of visible checks, by person or by address.
  package let checks: RequestMeter

  package init(submissionsPerMinute: Int) {
    // A submission takes a few requests: what is asked, perhaps a second attempt, and what became of it.
    let requests = max(1_200, 10 * submissionsPerMinute)
    person = RequestMeter(
      RateLimit(name: "person", quota: requests, window: 60),
      detail: "At most \(requests) requests in 60 s from one person.")
    submissions = RequestMeter(
      RateLimit(name: "submissions", quota: submissionsPerMinute, window: 60),
      detail: "At most \(submissionsPerMinute) submissions in 60 s from one person.")
    checks = RequestMeter(
      RateLimit(name: "checks", quota: 1_200, window: 60),
      detail: "At most 1200 tries of checks in 60 s from one person, or from one address by whoever is not known.")
  }
}
