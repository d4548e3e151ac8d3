import Exercises
import JSON

/// What is a reader's own around an exercise's form: above it what they have been given; below it, where it can come late
/// and move nothing, how long and how often an answer is taken.
struct ExerciseStandingView {
  let exercise: any Exercise
  let work: ExerciseWork

  var html: HTML { given }

  /// The parts of a card that are made for a reader, as a document of their own, for cards on pages that serve everybody.
  var document: HTML {
    """
    <!doctype html>
    <title>\(exercise.title)</title>
    <div class="standing"\(work.reader?.attributes)>
    \(given)\(terms)\(ExerciseSolutionView(exercise: exercise, solution: work.solution).html)\
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
    // One line for everybody, so that the form below stays where it is when a reader's own comes.
    let own: HTML = """
      <p class="small">\(isTrial ? "Your own comes once you have joined." : "It is yours; others have another.")</p>

      """
    return """
      <div class="given"\(HTML.attribute("hidden", if: items.isEmpty))><dl>
      \(items)</dl>\(own)</div>

      """
  }

  /// Beside the button to submit, which it says is of no use once nothing is taken any more.
  var terms: HTML {
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
    if terms.isClosed { sentences.append("The visible checks still run.") }
    if work.solution != nil {
      sentences.append("A model solution is shown below.")
    } else if terms.showsSolution {
      sentences.append(
        terms.isOver
          ? "Whoever has joined and is signed in sees a model solution here."
          : "After the deadline a model solution is shown here.")
    }
    return """
      <p class="terms" id="terms-\(exercise.id)"\(HTML.attribute("hidden", if: sentences.isEmpty))\
      \(HTML.attribute("data-closed", if: terms.isClosed))>\(sentences.joined(separator: " "))</p>

      """
  }
}
