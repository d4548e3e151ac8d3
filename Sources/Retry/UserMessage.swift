/// What to tell the user about a failure that is final, or that will take a while.
public enum UserMessage: String, Sendable, Hashable, CaseIterable {
  case offline
  case tryAgainShortly = "try-again-shortly"
  case correctEntry = "correct-entry"
  case uncertain
  case insecure
  case unexpected
  /// Nothing: nobody waits.
  case none

  /// The message in plain English; empty for `none`.
  public var text: String {
    switch self {
    case .offline: "There is no internet connection. This goes on as soon as it returns."
    case .tryAgainShortly: "The service did not answer as it should. Please try again shortly."
    case .correctEntry: "The service did not accept this. Please correct the entry."
    case .uncertain: "The result is uncertain: this may have been done. Please look before sending it again."
    case .insecure: "No secure connection to the service could be made, so nothing was sent."
    case .unexpected: "The service gave an answer that is of no use here. Sending it again does not help."
    case .none: ""
    }
  }
}
