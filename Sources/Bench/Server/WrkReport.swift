/// What wrk found.
package struct WrkReport: Equatable {
  package let requests: Int
  /// Requests a second.
  package let rate: Double
  /// Requests that broke off, timed out, or were answered with something else than success.
  package let failures: Int

  /// - Returns: nil for anything but a report.
  package init?(_ text: String) {
    var requests: Int?
    var rate: Double?
    var failures = 0
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count > 2, words[1] == "requests", words[2] == "in" {
        requests = Int(words[0])
      } else if line.hasPrefix("Requests/sec:") {
        rate = words.last.flatMap { Double($0) }
      } else if line.contains("Socket errors:") {
        failures += words.compactMap { Int($0.prefix { $0 != "," }) }.reduce(0, +)
      } else if line.contains("Non-2xx or 3xx responses:") {
        failures += words.last.flatMap { Int($0) } ?? 1
      }
    }
    guard let requests, let rate else { return nil }
    self.requests = requests
    self.rate = rate
    self.failures = failures
  }
}
