import Exercises
import JSON
import Simulation

/// An answer that was handed in, field by field, folded; nothing where there is none.
struct ExerciseAnswerView {
  let exercise: any Exercise
  let answer: JSONValue?
  /// What whoever gave it was given beside the task.
  let given: [(name: String, value: JSONValue)]

  var html: HTML? {
    guard case .object(let members)? = answer, !members.isEmpty else { return nil }
    let items: [HTML] = members.map { member in
      """
      <div><dt>\(exercise.schema[member.name]?.label ?? member.name)</dt>\
      <dd>\(exercise.text(member.value, of: member.name))</dd></div>

      """
    }
    let asked: [HTML] = given.map {
      "<div><dt>Asked with: \($0.name)</dt><dd>\(CellValue.plain($0.value))</dd></div>\n"
    }
    return """
      <details class="solution answer">
      <summary>The answer</summary>
      <dl>
      \(asked)\(items)</dl>
      </details>

      """
  }
}

extension Exercise {
  /// The value of one of an answer's fields, as the form shows it.
  func text(_ value: JSONValue, of field: String) -> String {
    let plain = CellValue.plain(value)
    guard let parameter = schema[field] else { return plain }
    switch (parameter.kind, value) {
    case (.choice(let choices, _), _): return choices.first { $0.name == plain }?.label ?? plain
    case (_, .integer(let number)):
      return parameter.unit.isEmpty ? Figures.text(number) : "\(Figures.text(number)) \(parameter.unit)"
    default: return plain
    }
  }
}
