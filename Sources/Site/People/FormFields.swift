internal import HTTP
internal import Retry

/// The fields of a form that was sent, with every fault by its field.
struct FormFields {
  private let form: Query
  private(set) var faults: [String: String] = [:]

  init(_ form: Query) { self.form = form }

  mutating func text(_ name: String, maxBytes: Int, isRequired: Bool = true) -> String {
    let text = FormFields.trimmed(form[name] ?? "")
    if text.isEmpty, isRequired { faults[name] = "is missing" }
    if text.utf8.count > maxBytes { faults[name] = "must have at most \(maxBytes) bytes" }
    if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      faults[name] = "must have no control characters"
    }
    return text
  }

  /// The key that the page was made with; nil if it has none, or if somebody changed it.
  var key: IdempotencyKey? { form[ExerciseForm.keyField].flatMap { try? IdempotencyKey($0) } }

  /// Without the blanks around it.
  static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }
}
