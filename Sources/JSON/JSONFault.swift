/// Why bytes are no JSON text, and where.
package struct JSONFault: Error, Sendable, Equatable {
  /// The offset of the byte that cannot stand where it stands, from 0; the text's length if it ends too early.
  package let offset: Int
  /// What was found or missing, as a plain sentence without the place.
  package let message: String

  package init(offset: Int, message: String) {
    self.offset = offset
    self.message = message
  }

  /// The line of the fault in the text that was parsed, from 1. A line ends with LF.
  package func line(in text: [UInt8]) -> Int {
    text.prefix(offset).reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
  }
}
