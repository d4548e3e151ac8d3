package import Exercises
package import JSON
package import Simulation

/// An exercise's form as the API takes an answer, so that a form and a program hand in the same.
package enum ExerciseForm {
  /// Fields that are no part of an answer.
  package static let keyField = "key"
  /// The number of the person for whom the form was made, empty if they were not signed in.
  package static let personField = "person"
  /// A whole form in one field, as it stands in a page between.
  package static let fieldsField = "fields"

  /// True for a field that a form may give more than once: boxes of a list, and one box with the hidden field before it.
  package static func mayRepeat(_ name: String, _ exercise: any Exercise) -> Bool {
    switch exercise.schema[name]?.kind {
    case .choices, .flag: true
    default: false
    }
  }

  /// The body of a submission. What is not filled in is left out; what is no number stays text, and is refused by what
  /// reads the answer.
  package static func body(_ sent: [(name: String, value: String)], of exercise: any Exercise) -> JSONValue {
    let members = values(sent, of: exercise).compactMap { name, text -> JSONMember? in
      switch exercise.schema[name]?.kind {
      case .integer, .optionalInteger, .number: text.isEmpty ? nil : JSONMember(name, number(text))
      case .choice, .integers: text.isEmpty ? nil : JSONMember(name, .string(text))
      case .choices: JSONMember(name, .array(text.split(separator: ",").map { .string(String($0)) }))
      case .flag: JSONMember(name, .bool(text == "true"))
      case .text, nil: JSONMember(name, .string(text))
      }
    }
    return .object([JSONMember(exercise.kind.rawValue, .object(members))])
  }

  /// The answer that a form gives.
  /// - Throws: every fault at once.
  package static func answer(
    _ sent: [(name: String, value: String)], to exercise: any Exercise
  ) throws(InvalidParameters) -> Arguments {
    try exercise.answer(body(sent, of: exercise)[exercise.kind.rawValue] ?? .null)
  }

  /// The answer's fields by name, lists by commas and flags once.
  package static func values(
    _ sent: [(name: String, value: String)], of exercise: any Exercise
  ) -> [(name: String, value: String)] {
    CellForm.pairs(sent.filter { ![keyField, personField, fieldsField].contains($0.name) }, schema: exercise.schema)
  }

  /// The fields of an answer that was handed in.
  package static func values(answer: JSONValue) -> [(name: String, value: String)] {
    guard case .object(let members) = answer else { return [] }
    return members.map { ($0.name, CellValue.plain($0.value)) }
  }

  private static func number(_ text: String) -> JSONValue {
    switch try? JSONParser.parse(Array(text.utf8)) {
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    default: .string(text)
    }
  }
}

extension ExerciseOutcome {
  /// What the API says of a grade to that reader, or of the visible checks alone.
  package init?(_ json: JSONValue, for reader: Marking.Reader = .student) {
    guard let visible = Tally(json["visible"]), case .integer(let hiddenCount)? = json["hidden"]?["of"],
      case .array(let checks)? = json["checks"]
    else { return nil }
    self.init(
      score: nil, visible: visible, hidden: Tally(json["hidden"]), hiddenCount: hiddenCount,
      checks: checks.filter { $0["visible"] == .bool(true) }.compactMap(Check.init))
    if reader == .instructor {
      hiddenChecks = checks.filter { $0["visible"] != .bool(true) }.compactMap(Check.init)
    }
  }
}

extension ExerciseOutcome.Check {
  init?(_ json: JSONValue) {
    guard case .string(let name)? = json["name"], case .bool(let passed)? = json["passed"],
      case .string(let message)? = json["message"]
    else { return nil }
    self.init(name: name, passed: passed, message: message)
  }
}

extension ExerciseOutcome.Tally {
  init?(_ json: JSONValue?) {
    guard case .integer(let passed)? = json?["passed"], case .integer(let of)? = json?["of"] else { return nil }
    self.init(passed: passed, of: of)
  }
}
