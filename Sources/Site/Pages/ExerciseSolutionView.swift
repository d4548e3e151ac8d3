import Exercises
import JSON
import Simulation

/// An exercise's model solution, folded; an empty hidden place for whoever may not see one, or not yet.
struct ExerciseSolutionView {
  let exercise: any Exercise
  let solution: ModelSolution?

  var html: HTML {
    let paragraphs: [HTML] = (solution?.explanation ?? []).map { "<p>\($0)</p>\n" }
    return """
      <details class="solution"\(HTML.attribute("hidden", if: solution == nil))>
      <summary>A model solution</summary>
      \(fields)\(paragraphs)</details>

      """
  }

  private var fields: HTML? {
    guard let solution else { return nil }
    let items: [HTML] = solution.fields.map { field in
      let reason: HTML? = field.reason.isEmpty ? nil : ": \(field.reason)."
      return """
        <div><dt>\(exercise.schema[field.name]?.label ?? field.name)</dt>\
        <dd><strong>\(text(field))</strong>\(reason)</dd></div>

        """
    }
    return "<dl>\n\(items)</dl>\n"
  }

  /// The value as the form shows it.
  private func text(_ field: ModelSolution.Field) -> String {
    let plain = CellValue.plain(field.value)
    guard let parameter = exercise.schema[field.name] else { return plain }
    switch (parameter.kind, field.value) {
    case (.choice(let choices, _), _): return choices.first { $0.name == plain }?.label ?? plain
    case (_, .integer(let number)):
      return parameter.unit.isEmpty ? Figures.text(number) : "\(Figures.text(number)) \(parameter.unit)"
    default: return plain
    }
  }
}
