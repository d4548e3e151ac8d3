internal import Retry

/// How a server fails for a while. Times are milliseconds from the first request.
struct Outage {
  /// How many requests the application makes, evenly over the duration; every so many is a write without a key.
  let requests: Int
  let duration: Int
  let writeEvery: Int
  /// When to stop watching.
  let horizon: Int
  let trouble: Range<Int>
  let kind: Kind

  enum Kind {
    /// Connections are refused: nothing arrives.
    case refused
    /// Responses are lost: the server has done what it was asked.
    case responseLost
    /// 503, with a Retry-After of so many seconds.
    case unavailable(retryAfter: Int)
    /// So many requests a second are served, the others get a 503.
    case overloaded(perSecond: Int)
    /// One request of so many gets a 500 however often it is sent, one a 400.
    case bug(oneOf: Int)
  }

  struct Answer {
    let outcome: Outcome
    let takes: Int
    /// True if the server did what the request asked.
    let isDone: Bool
  }

  static let latency = 50
  static let timeout = 1000

  /// What happens to a request sent at a time, when so many came in the same second before it.
  func answer(_ time: Int, _ number: Int, load: Int) -> Answer {
    let served = Answer(outcome: .success, takes: Outage.latency, isDone: true)
    guard trouble.contains(time) else { return served }
    switch kind {
    case .refused:
      return Answer(outcome: .failure(.cannotConnect), takes: 1, isDone: false)
    case .responseLost:
      return Answer(outcome: .failure(.timedOut), takes: Outage.timeout, isDone: true)
    case .unavailable(let seconds):
      return Answer(
        outcome: .response(503, retryAfter: RetryAfter(delay: .seconds(seconds))), takes: Outage.latency, isDone: false)
    case .overloaded(let perSecond):
      if load < perSecond { return served }
      return Answer(outcome: .response(503), takes: Outage.latency, isDone: false)
    case .bug(let oneOf):
      switch number % oneOf {
      case 1: return Answer(outcome: .response(500), takes: Outage.latency, isDone: false)
      case 2: return Answer(outcome: .response(400), takes: Outage.latency, isDone: false)
      default: return served
      }
    }
  }
}
