import Exercises
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
        <dd><strong>\(exercise.text(field.value, of: field.name))</strong>\(reason)</dd></div>

        """
    }
    return "<dl>\n\(items)</dl>\n"
  }
}
