import HTTP
package import Retry

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension ExactOutcome {
  /// The outcome as the retry loop takes it.
  /// - Parameter now: the wall clock, for a Retry-After that is a date.
  package func outcome(now: HTTPDate) -> Outcome {
    switch self {
    case .response(let response):
      let retryAfter = response.retryAfter.flatMap { try? RetryAfter($0, now: now) }
      return .response(response.status, retryAfter: retryAfter)
    case .failure(let failure): return .failure(failure.cause.failure)
    }
  }
}

extension ExactResponse {
  /// The Retry-After field as it came, several joined.
  var retryAfter: String? {
    RetryAfter.value(in: (0..<headers.count).map { headers.field(at: $0) })
  }
}

extension ExactFailure.Cause {
  /// The failure's class. What is not HTTP has arrived and cannot be read: it would come again.
  package var failure: Failure {
    switch self {
    case .refused: .cannotConnect
    case .emptyReply, .reset, .truncated: .connectionLost
    case .timedOut: .timedOut
    case .malformed: .undecodable
    case .cancelled: .cancelled
    case .system: .other
    }
  }
}

extension HTTPDate {
  /// The wall clock in whole seconds, rounded down.
  static var now: HTTPDate {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return HTTPDate(secondsSince1970: Int64(time.tv_sec))
  }
}
