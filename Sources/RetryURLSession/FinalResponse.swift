public import Foundation
public import Retry

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The last response to a request.
public struct FinalResponse: Sendable {
  public let data: Data
  /// Of any status: look at it.
  public let response: HTTPURLResponse
  /// How many attempts were made here; URLSession may have sent more.
  public let attempts: Int
  public let stopped: StopReason
}

/// Why a request has no response.
public struct SendFailure: Error {
  public let failure: Failure
  /// What to do about it now, and what to tell the user.
  public let classification: Classification
  /// What URLSession threw.
  public let underlying: any Error
  public let attempts: Int
  public let stopped: StopReason
}
