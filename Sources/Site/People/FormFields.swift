internal import HTTP
internal import Retry
internal import Store
internal import Teaching

/// The fields of a form that was sent, with every fault by its field.
struct FormFields {
  private let form: Query
  private(set) var faults: [String: String] = [:]

  init(_ form: Query) { self.form = form }

  mutating func text(_ name: String, maxBytes: Int, isRequired: Bool = true) -> String {
    let text = PersonRules.trimmed(form[name] ?? "")
    if text.isEmpty, isRequired { faults[name] = "is missing" }
    if text.utf8.count > maxBytes { faults[name] = "must have at most \(maxBytes) bytes" }
    if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      faults[name] = "must have no control characters"
    }
    return text
  }

  /// What is said of a person.
  mutating func text(_ field: PersonField) -> String {
    let text = PersonRules.trimmed(form[field.rawValue] ?? "")
    if text.isEmpty, field == .name {
      faults[field.rawValue] = "is missing"
    } else if let fault = PersonRules.fault(text, field) {
      faults[field.rawValue] = fault
    }
    return text
  }

  /// The key that the page was made with; nil if it has none, or if somebody changed it.
  var key: IdempotencyKey? { form[ExerciseForm.keyField].flatMap { try? IdempotencyKey($0) } }
}
