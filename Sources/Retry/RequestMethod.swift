/// A request method (RFC 9110 §9). Names are compared as they stand: methods are case-sensitive.
public struct RequestMethod: Sendable, Hashable, CustomStringConvertible {
  public let name: String

  public init(_ name: String) { self.name = name }

  public static let get = RequestMethod("GET")
  public static let head = RequestMethod("HEAD")
  public static let options = RequestMethod("OPTIONS")
  public static let trace = RequestMethod("TRACE")
  public static let put = RequestMethod("PUT")
  public static let delete = RequestMethod("DELETE")
  public static let post = RequestMethod("POST")
  public static let patch = RequestMethod("PATCH")

  public var description: String { name }

  /// True for the methods that change nothing by their meaning (RFC 9110 §9.2.1).
  public var isSafe: Bool { self == .get || self == .head || self == .options || self == .trace }

  /// True for the methods whose effect is the same however often the request is sent (RFC 9110 §9.2.2). An unknown
  /// method is taken not to be.
  public var isIdempotent: Bool { isSafe || self == .put || self == .delete }
}
