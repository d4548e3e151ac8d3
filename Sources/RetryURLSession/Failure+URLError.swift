import Foundation
public import Retry

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Failure {
  /// What an error of URLSession means.
  ///
  /// The systems differ. Seen on Linux (swift-corelibs-foundation, Swift 6.3, libcurl 7.88): a connection that ends
  /// before any response is −1011 (badServerResponse), a reset −1005. All of these are −1 (unknown) and differ in
  /// libcurl's words alone: a body that ends early, one that cannot be decoded, a certificate that is not trusted. On
  /// Apple systems a connection that ends is −1005 (networkConnectionLost) whenever it does, and the others have codes of
  /// their own. So a policy that lists −1005 alone misses the lost response on Linux.
  public init(_ error: any Error) {
    if error is CancellationError {
      self = .cancelled
    } else if let error = error as? URLError {
      self.init(code: error.code, words: error.localizedDescription)
    } else {
      self = .other
    }
  }

  private init(code: URLError.Code, words: String) {
    switch code {
    case .cancelled, .userCancelledAuthentication: self = .cancelled
    case .timedOut: self = .timedOut
    case .cannotFindHost, .dnsLookupFailed: self = .hostNotFound
    case .cannotConnectToHost: self = .cannotConnect
    case .networkConnectionLost: self = .connectionLost
    case .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed: self = .notConnected
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
      self = .insecure
    case .zeroByteResource, .cannotDecodeRawData, .cannotDecodeContentData, .cannotParseResponse: self = .undecodable
    case .badServerResponse: self = isLinux ? .connectionLost : .undecodable
    case .unknown: self = isLinux ? Failure(words: words) : .other
    default: self = .other
    }
  }

  /// What libcurl's words for an error mean.
  private init(words: String) {
    let has = { (parts: [String]) in parts.contains { words.contains($0) } }
    if has(["Recv failure", "Send failure", "SSL_ERROR_SYSCALL", "transfer closed"]) {
      self = .connectionLost
    } else if has(["SSL", "TLS", "certificate"]) {
      self = .insecure
    } else if has(["encoding"]) {
      self = .undecodable
    } else {
      self = .connectionLost
    }
  }
}

#if canImport(FoundationNetworking)
  private let isLinux = true
#else
  private let isLinux = false
#endif
