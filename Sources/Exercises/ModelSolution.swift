package import JSON

/// An answer that an exercise's own grader gives every point, and why it is right. Who may see it, and when, is for
/// others to say.
package struct ModelSolution: Sendable, Equatable {
  /// One field of it.
  package struct Field: Sendable, Equatable {
    package let name: String
    package let value: JSONValue
    /// Why, as half a sentence; empty where the value speaks for itself.
    package let reason: String
  }

  /// Every answer; of a policy the settings that matter, while the others stay as they are by default.
  package let fields: [Field]
  /// What all of it comes from, in paragraphs.
  package let explanation: [String]

  package init(_ fields: [(name: String, value: JSONValue, reason: String)], _ explanation: String...) {
    self.fields = fields.map { Field(name: $0.name, value: $0.value, reason: $0.reason) }
    self.explanation = explanation
  }

  /// What the submission's member holds.
  package var answer: JSONValue { .object(fields.map { JSONMember($0.name, $0.value) }) }
}
