import Retry
import Testing

@Suite("Classification of failures")
struct ClassificationTests {
  let key: IdempotencyKey
  let repeatable: [RetryRequest]
  let keyless: [RetryRequest]

  init() throws {
    key = try IdempotencyKey("k-9")
    let methods: [RequestMethod] = [.get, .head, .options, .trace, .put, .delete]
    repeatable = methods.map { RetryRequest($0) } + [RetryRequest(.post, key: key), RetryRequest(.patch, key: key)]
    keyless = [RetryRequest(.post), RetryRequest(.patch), RetryRequest(RequestMethod("get"))]
  }

  @Test(
    "by the failure alone",
    arguments: [
      (Failure.connectionLost, Classification.Decision.retry, Failure.Reach.perhaps, UserMessage.tryAgainShortly),
      (.timedOut, .retry, .perhaps, .tryAgainShortly), (.cannotConnect, .retry, .surelyNot, .tryAgainShortly),
      (.hostNotFound, .retry, .surelyNot, .tryAgainShortly),
      (.notConnected, .waitForConnectivity, .surelyNot, .offline),
      (.cancelled, .never, .perhaps, .none), (.insecure, .never, .surelyNot, .insecure),
      (.status(408), .retry, .surelyNot, .tryAgainShortly), (.status(425), .retry, .surely, .tryAgainShortly),
      (.status(429), .retry, .surely, .tryAgainShortly), (.status(500), .rarely, .surely, .tryAgainShortly),
      (.status(501), .never, .surely, .unexpected), (.status(502), .retry, .perhaps, .tryAgainShortly),
      (.status(503), .retry, .surely, .tryAgainShortly), (.status(504), .retry, .perhaps, .tryAgainShortly),
      (.status(505), .never, .surely, .unexpected), (.status(599), .never, .surely, .unexpected),
      (.status(400), .never, .surely, .correctEntry), (.status(404), .never, .surely, .correctEntry),
      (.status(409), .never, .surely, .correctEntry), (.status(422), .never, .surely, .correctEntry),
      (.undecodable, .never, .surely, .unexpected), (.other, .never, .perhaps, .unexpected),
      (.status(200), .never, .surely, .none),
    ])
  func alone(failure: Failure, decision: Classification.Decision, reach: Failure.Reach, message: UserMessage) {
    let classification = Classification(failure)
    #expect(classification.decision == decision)
    #expect(classification.reachedServer == reach)
    #expect(classification.message == message)
    #expect(classification.spendsBudget == (decision == .retry || decision == .rarely))
    #expect(!classification.reason.isEmpty)
    #expect(message.text.isEmpty == (message == .none))
  }

  @Test("Retry-After is honoured where the server says later")
  func honoured() {
    let honoured = (400...599).filter { Classification(.status($0)).honoursRetryAfter }
    #expect(honoured == [408, 425, 429, 502, 503, 504])
    #expect(!Classification(.timedOut).honoursRetryAfter)
  }

  @Test("what may be repeated is decided by the failure alone")
  func crossedWithRepeatable() {
    for request in repeatable {
      for failure in [Failure.timedOut, .status(503), .cannotConnect, .status(500), .status(404)] {
        #expect(Classification(failure, of: request) == Classification(failure))
      }
    }
  }

  @Test("with a key 409 means that an earlier attempt is under way; without one it is a conflict")
  func inProgress() {
    let keyed = Classification(.status(409), of: RetryRequest(.post, key: key))
    #expect(keyed.decision == .retry && keyed.honoursRetryAfter && keyed.spendsBudget)
    #expect(keyed.message == .tryAgainShortly)
    #expect(Classification(.status(409), of: RetryRequest(.put)).decision == .never)
    for (request, isRetried) in [(RetryRequest(.post, key: key), true), (RetryRequest(.put), false)] {
      #expect(RetryPolicy.careful.isRetryable(.status(409), of: request) == isRetried)
      #expect(!RetryPolicy.limited.isRetryable(.status(409), of: request))
    }
  }

  @Test("without a key a POST or PATCH is sent again only if it surely did not arrive")
  func crossedWithKeyless() {
    for request in keyless {
      #expect(Classification(.cannotConnect, of: request).decision == .retry)
      #expect(Classification(.hostNotFound, of: request).decision == .retry)
      #expect(Classification(.status(408), of: request).decision == .retry)
      #expect(Classification(.notConnected, of: request).decision == .waitForConnectivity)
      for failure in [Failure.timedOut, .connectionLost, .status(502), .status(504)] {
        let classification = Classification(failure, of: request)
        #expect(classification.decision == .checkFirst)
        #expect(classification.message == .uncertain)
        #expect(!classification.spendsBudget)
      }
      for status in [425, 429, 500, 503] {
        let classification = Classification(.status(status), of: request)
        #expect(classification.decision == .never)
        #expect(classification.message == .tryAgainShortly)
        #expect(!classification.spendsBudget && !classification.honoursRetryAfter)
      }
    }
  }
}
