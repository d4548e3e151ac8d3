import Courseware
import Exercises
import Simulation

/// The fields of an answer, each as its type asks for: choices that are the same for several fields as one table of
/// radio buttons, or as menus where the choices are long; numbers of one thing together; settings as in a cell.
struct ExerciseFieldsView {
  let exercise: any Exercise
  let work: ExerciseWork

  /// Choices longer than this in all do not fit as the columns of a table.
  private static let widestColumns = 160

  private enum Group {
    case choices([Parameter.Choice], [Parameter])
    case numbers(of: String, [Parameter])
    case single(Parameter)
  }

  var html: HTML {
    if exercise.kind == .policy { return settings }
    return "\(groups.map(html))"
  }

  /// More settings than this are folded away, unless one of them is not as it was by default.
  private static let mostSettings = 8

  private var settings: HTML {
    let parameters = exercise.schema.parameters
    let more = parameters.dropFirst(ExerciseFieldsView.mostSettings)
    let shown: [HTML] = parameters.prefix(ExerciseFieldsView.mostSettings).map { field($0) }
    guard !more.isEmpty else { return "<div class=\"fields\">\n\(shown)</div>\n" }
    let isOpen = more.contains { parameter in
      !work.faults(of: parameter.name).isEmpty
        || work.value(of: parameter.name).map { $0 != Figures.plain(exercise.schema.defaults[parameter.name]) } ?? false
    }
    return """
      <div class="fields">
      \(shown)<details class="more"\(HTML.attribute("open", if: isOpen))>
      <summary>\(more.count) more \(more.count == 1 ? "setting" : "settings")</summary>
      <div class="fields">
      \(more.map { field($0) })</div>
      </details>
      </div>

      """
  }

  // MARK: Groups

  private var groups: [Group] {
    var groups: [Group] = []
    for parameter in exercise.schema.parameters {
      switch (parameter.kind, groups.last) {
      case (.choice(let choices, _), .choices(let before, let fields)?) where choices == before:
        groups[groups.count - 1] = .choices(before, fields + [parameter])
      case (.choice(let choices, _), _):
        groups.append(.choices(choices, [parameter]))
      case (.integer, .numbers(let subject, let fields)?) where subject == self.subject(of: parameter),
        (.number, .numbers(let subject, let fields)?) where subject == self.subject(of: parameter):
        groups[groups.count - 1] = .numbers(of: subject, fields + [parameter])
      case (.integer, _), (.number, _):
        groups.append(subject(of: parameter).map { .numbers(of: $0, [parameter]) } ?? .single(parameter))
      default: groups.append(.single(parameter))
      }
    }
    return groups
  }

  /// What a number is of: the label up to its colon.
  private func subject(of parameter: Parameter) -> String? {
    guard let colon = parameter.label.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    return String(parameter.label[..<colon])
  }

  private func html(_ group: Group) -> HTML {
    switch group {
    case .single(let parameter):
      return "<div class=\"fields\">\n\(field(parameter))</div>\n"
    case .numbers(let subject, let fields):
      let numbers: [HTML] = fields.map { parameter in
        let rest = parameter.label.dropFirst(subject.count + 1).drop { $0 == " " }
        // What begins with a number, such as 99% served, stays as it is.
        let isWord = !rest.contains { $0.isNumber }
        let label = isWord ? rest.prefix(1).uppercased() + rest.dropFirst() : String(rest)
        return field(parameter, label: label, isBare: true)
      }
      return """
        <fieldset class="numbers">
        <legend>\(subject)</legend>
        <div class="fields">
        \(numbers)</div>
        </fieldset>

        """
    case .choices(let choices, let fields):
      let isWide = choices.reduce(0) { $0 + $1.label.count } > ExerciseFieldsView.widestColumns
      let rows = fields.map { parameter in
        ChoiceRowView(
          parameter: parameter, choices: choices, form: exercise.id, value: work.value(of: parameter.name),
          faults: work.faults(of: parameter.name), verdict: verdict(on: parameter.name))
      }
      return isWide ? "<div class=\"menus\">\n\(rows.map(\.menu))</div>\n" : ChoiceRowView.table(rows, choices)
    }
  }

  /// Whether a visible check of that name passed.
  private func verdict(on name: String) -> Bool? { work.outcome?.checks.first { $0.name == name }?.passed }

  private func field(_ parameter: Parameter, label: String? = nil, isBare: Bool = false) -> HTML {
    let shown = Parameter(
      parameter.name, label ?? parameter.label, unit: parameter.unit, parameter.kind, meaning: parameter.meaning)
    // An answer has no default: nothing is said until somebody says it.
    let standard = exercise.kind == .policy ? Figures.plain(exercise.schema.defaults[parameter.name]) : ""
    return FieldView(
      parameter: shown, adjustable: ExperimentCell.Adjustable(parameter: parameter.name), form: exercise.id,
      value: work.value(of: parameter.name) ?? standard, faults: work.faults(of: parameter.name),
      isBare: isBare || exercise.kind == .answers
    ).html
  }
}
