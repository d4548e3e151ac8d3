import Glibc

/// Why something could not be measured.
package struct BenchFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }

  /// With what the system says of its last call.
  init(_ what: String, system code: Int32) { self.init("\(what): \(String(cString: strerror(code)))") }
}
