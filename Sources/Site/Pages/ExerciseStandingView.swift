import Exercises
import JSON

/// What stands between an exercise's task and its form: what this reader has been given, and how long and how often an
/// answer is taken.
struct ExerciseStandingView {
  let exercise: any Exercise
  let work: ExerciseWork

  var html: HTML { given + terms }

  /// The parts of a card that are made for a reader, as a document of their own, for cards on pages that serve everybody.
  var document: HTML {
    """
    <!doctype html>
    <title>\(exercise.title)</title>
    <div class="standing"\(work.reader?.attributes)>
    \(html)\(ExerciseSolutionView(exercise: exercise, solution: work.solution).html)\
    \(ExerciseHistoryView(attempts: work.history).html)</div>

    """
  }

  /// What the reader needs beside the task.
  private var given: HTML {
    let isTrial = work.reader == nil
    let items: [HTML] = work.given.map { name, value in
      let text = CellValue.plain(value)
      let run: HTML? = exercise.experiment.map { experiment in
        """
         <a class="run-given" href="/experiments/\(experiment)?\(name)=\(text)">Run the experiment with it</a>
        """
      }
      return """
        <div data-given="\(name)"><dt>\(isTrial ? "A" : "Your") \(name)\(isTrial ? " to try with" : "")</dt>\
        <dd><span class="value">\(text)</span>\(run)</dd></div>

        """
    }
    let own: HTML? = isTrial ? "<p class=\"small\">Your own comes once you have joined.</p>\n" : nil
    return """
      <div class="given"\(HTML.attribute("hidden", if: items.isEmpty))><dl>
      \(items)</dl>\(own)</div>

      """
  }

  private var terms: HTML {
    var sentences: [String] = []
    let terms = work.terms
    if let deadline = terms.deadline {
      sentences.append(
        terms.isOver ? "The deadline was \(deadline): no answer is taken any more." : "Until \(deadline).")
    }
    if let limit = terms.attemptLimit {
      if work.reader == nil {
        if !terms.isOver { sentences.append("At most \(limit == 1 ? "1 attempt" : "\(limit) attempts").") }
      } else if terms.isOver {
        sentences.append("\(min(terms.attemptsUsed, limit)) of \(limit) attempts were used.")
      } else if let left = terms.attemptsLeft {
        sentences.append("\(left) of \(limit) attempts left.")
      }
    }
    if terms.showsSolution, work.solution == nil {
      sentences.append(
        terms.isOver
          ? "Whoever has joined and is signed in sees a model solution here."
          : "After the deadline a model solution is shown here.")
    }
    return """
      <p class="terms"\(HTML.attribute("hidden", if: sentences.isEmpty))>\(sentences.joined(separator: " "))</p>

      """
  }
}
