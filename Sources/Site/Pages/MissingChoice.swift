import Simulation

/// What is said where nothing was chosen, in the words that stand in the form. The API names what it takes instead.
enum MissingChoice {
  /// Choices longer than this in all are not listed again: they stand in the form.
  private static let longest = 100

  /// Half a sentence, as a fault is; nil for what is no choice.
  static func words(_ kind: Parameter.Kind) -> String? {
    switch kind {
    case .choice(let choices, _): "is missing: choose \(list(choices, or: "one of the \(choices.count) in the list"))"
    case .choices(let choices, _):
      "is missing: choose at least one of \(list(choices, or: "the \(choices.count) in the list"))"
    default: nil
    }
  }

  private static func list(_ choices: [Parameter.Choice], or short: String) -> String {
    // What follows a colon explains the name before it.
    let names = choices.map { choice in choice.label.split(separator: ":").first.map { String($0) } ?? choice.label }
    guard let last = names.last, names.reduce(0, { $0 + $1.count }) <= longest else { return short }
    return names.count == 1 ? last : "\(names.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// The faults of a field, told in these words where the field is empty.
  static func told(_ faults: [String], value: String, _ kind: Parameter.Kind) -> String {
    guard !faults.isEmpty, value.isEmpty, let words = words(kind) else {
      return faults.map(FieldView.sentence).joined(separator: " ")
    }
    return FieldView.sentence(words)
  }

  /// For scripts, which tell a fault in the same words.
  static func attribute(_ kind: Parameter.Kind) -> HTML {
    HTML.attribute("data-missing", words(kind).map(FieldView.sentence))
  }
}
