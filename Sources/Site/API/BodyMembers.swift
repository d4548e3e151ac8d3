internal import HTTP
internal import JSON
internal import Store
internal import Teaching

/// Reads the members of a JSON body one by one and notes every fault, so that the answer lists all of them at once.
struct BodyMembers {
  private let body: JSONValue
  private var known: [String] = []
  private var faults: [Problem.Invalid] = []

  /// - Throws: `Problem`: 415 or 400 unless the body is JSON, 412, 422 unless it is an object.
  init(_ request: Request, conditions: Conditions.Time) throws {
    body = try RequestBody.json(of: request, conditions: conditions)
    guard case .object = body else {
      throw BodyMembers.problem([Problem.Invalid(.pointer(""), "must be an object")])
    }
  }

  /// A text that must be there, without the blanks around it.
  mutating func text(_ name: String, maxBytes: Int) -> String {
    let text = optionalText(name, maxBytes: maxBytes)
    if text == "", !faults.contains(where: { $0.place == .pointer("/\(name)") }) {
      refuse(name, "must be text of 1 to \(maxBytes) bytes")
    }
    return text
  }

  /// A text that may be left out, which is the empty one.
  private mutating func optionalText(_ name: String, maxBytes: Int) -> String {
    known.append(name)
    guard let value = body[name] else { return "" }
    guard case .string(let given) = value else {
      refuse(name, "must be text of at most \(maxBytes) bytes")
      return ""
    }
    let text = PersonRules.trimmed(given)
    if text.utf8.count > maxBytes { refuse(name, "must be text of at most \(maxBytes) bytes") }
    if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      refuse(name, "must have no control characters")
    }
    return text
  }

  /// What is said of a person, without the blanks around it; nil if it is left out. An empty text forgets what was known.
  mutating func text(_ field: PersonField) -> String? {
    known.append(field.rawValue)
    guard let value = body[field.rawValue] else { return nil }
    guard case .string(let given) = value else {
      refuse(field.rawValue, "must be text of at most \(PersonRules.longest) bytes")
      return nil
    }
    let text = PersonRules.trimmed(given)
    if let fault = PersonRules.fault(text, field) { refuse(field.rawValue, fault) }
    return text
  }

  /// A name, which must be there.
  mutating func name() -> String {
    if body[PersonField.name.rawValue] == nil {
      refuse(PersonField.name.rawValue, "is missing; it must be text of 1 to \(PersonRules.longest) bytes")
    }
    return text(.name) ?? ""
  }

  /// One of several words; left out, the first of them.
  mutating func choice<Choice: RawRepresentable & CaseIterable>(_ name: String, _ standard: Choice) -> Choice
  where Choice.RawValue == String {
    known.append(name)
    guard let value = body[name] else { return standard }
    if case .string(let word) = value, let choice = Choice(rawValue: word) { return choice }
    refuse(name, "must be one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
    return standard
  }

  /// Any value, to be looked at further; nil if it is not there, which is a fault.
  mutating func value(_ name: String, _ what: String) -> JSONValue? {
    known.append(name)
    let value = body[name]
    if value == nil { refuse(name, "is missing; it must be \(what)") }
    return value
  }

  mutating func refuse(_ name: String, _ detail: String) { faults.append(.member(name, detail)) }

  mutating func refuse(_ more: [Problem.Invalid]) { faults += more }

  /// - Throws: `Problem`: 422 if there is any fault; a member that was not asked for is one.
  func finish() throws {
    guard case .object(let members) = body else { return }
    let unknown = members.filter { !known.contains($0.name) }.map { member in
      Problem.Invalid.member(
        member.name,
        known.isEmpty
          ? "is unknown; there are no members" : "is unknown; the members are \(known.joined(separator: ", "))")
    }
    guard faults.isEmpty, unknown.isEmpty else { throw BodyMembers.problem(faults + unknown) }
  }

  private static func problem(_ faults: [Problem.Invalid]) -> Problem {
    Problem(.invalidBody, "The body is not what this address takes.", errors: faults)
  }
}
