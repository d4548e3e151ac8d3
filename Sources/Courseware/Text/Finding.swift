/// Something that an author has to mend.
package struct Finding: Sendable, Hashable, Error {
  /// The file's path, as given.
  package var file: String
  /// From 1.
  package var line: Int
  /// What is wrong and how to mend it.
  package var message: String

  package init(file: String, line: Int, message: String) {
    self.file = file
    self.line = line
    self.message = message
  }
}

extension Finding: CustomStringConvertible {
  /// `file:line: message`, as compilers write it, so that editors jump to the place.
  package var description: String { "\(file):\(line): \(message)" }
}

extension Finding: Comparable {
  package static func < (left: Finding, right: Finding) -> Bool {
    (left.file, left.line, left.message) < (right.file, right.line, right.message)
  }
}
