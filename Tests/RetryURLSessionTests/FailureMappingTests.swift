import Foundation
import Retry
import RetryURLSession
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
  private let isLinux = true
#else
  private let isLinux = false
#endif

@Suite("What URLSession's errors mean")
struct FailureMappingTests {
  @Test(
    "by code",
    arguments: [
      (URLError.Code.networkConnectionLost, Failure.connectionLost), (.timedOut, .timedOut), (.cancelled, .cancelled),
      (.cannotConnectToHost, .cannotConnect), (.cannotFindHost, .hostNotFound), (.dnsLookupFailed, .hostNotFound),
      (.notConnectedToInternet, .notConnected), (.dataNotAllowed, .notConnected), (.callIsActive, .notConnected),
      (.internationalRoamingOff, .notConnected), (.secureConnectionFailed, .insecure),
      (.serverCertificateUntrusted, .insecure), (.serverCertificateHasBadDate, .insecure),
      (.clientCertificateRequired, .insecure), (.cannotParseResponse, .undecodable),
      (.cannotDecodeContentData, .undecodable), (.badURL, .other), (.unsupportedURL, .other),
      (.httpTooManyRedirects, .other), (.badServerResponse, isLinux ? .connectionLost : .undecodable),
      (.unknown, isLinux ? .connectionLost : .other),
    ])
  func codes(code: URLError.Code, failure: Failure) {
    #expect(Failure(URLError(code)) == failure)
  }

  /// As seen from libcurl 7.88 with OpenSSL 3.0.
  @Test(
    "an unknown error by libcurl's words", .enabled(if: isLinux),
    arguments: [
      ("SSL certificate problem: self-signed certificate", Failure.insecure),
      ("OpenSSL/3.0.22: error:0A00010B:SSL routines::wrong version number", .insecure),
      ("OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to 127.0.0.1:443 ", .connectionLost),
      ("Recv failure: Connection reset by peer", .connectionLost),
      ("transfer closed with 95 bytes remaining to read", .connectionLost),
      ("transfer closed with outstanding read data remaining", .connectionLost),
      ("Illegal or missing hexadecimal sequence in chunked-encoding", .undecodable),
      ("Error while processing content unencoding: incorrect header check", .undecodable),
    ])
  func words(words: String, failure: Failure) {
    #expect(Failure(URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: words])) == failure)
  }

  @Test("other errors")
  func others() {
    struct Mine: Error {}
    #expect(Failure(CancellationError()) == .cancelled)
    #expect(Failure(Mine()) == .other)
  }
}
