/// A `quiz` cell: a question, its choices and why.
package struct QuizCell: Sendable, Equatable {
  /// Unique in its lesson; the anchor of the cell.
  package var id: String
  /// The line of the fence, from 1.
  package var line: Int
  /// Inline HTML.
  package var question: String
  package var choices: [Choice]
  /// Inline HTML, shown with the answer; may be empty.
  package var explanation: String

  package struct Choice: Sendable, Equatable {
    /// Inline HTML.
    package var text: String
    package var isRight: Bool
    /// Inline HTML: why this choice is right or wrong; may be empty.
    package var why: String
  }

  /// True if the reader may tick more than one.
  package var hasSeveralRight: Bool { choices.count { $0.isRight } > 1 }
}
