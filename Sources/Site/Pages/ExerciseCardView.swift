import Exercises
import JSON
import Simulation

/// An exercise on a page: what is asked, the form, what came of it and what was handed in before. Whole without script;
/// `exercise-card.js` adds drafts, checks in place and sending that survives a lost answer.
struct ExerciseCardView {
  let exercise: any Exercise
  let work: ExerciseWork
  /// True on the exercise's own page, which is made for its reader; a lesson's page is the same for everybody.
  var isAlone = false

  private var path: String { "/exercises/\(exercise.id)" }

  var html: HTML {
    """
    <exercise-card id="\(exercise.id)" class="cell exercise" data-exercise="\(exercise.id)" \
    data-member="\(exercise.kind.rawValue)"\(HTML.attribute("data-alone", if: isAlone))\
    \(HTML.attribute("data-sent", if: work.isSent))\
    \(work.reader?.attributes)>
    <section aria-labelledby="\(exercise.id)-title">
    \(isAlone ? nil : head)<p class="asked">\(exercise.task)</p>
    \(ExerciseStandingView(exercise: exercise, work: work).html)\(form)<div class="outcome" id="outcome-\(exercise.id)" tabindex="-1"\
    \(HTML.attribute("hidden", if: work.outcome == nil))>
    \(work.outcome.map { ExerciseOutcomeView(outcome: $0).html })</div>
    \(ExerciseSolutionView(exercise: exercise, solution: work.solution).html)\
    \(ExerciseHistoryView(attempts: work.history).html)</section>
    </exercise-card>

    """
  }

  /// On a page of its own the page's title is the exercise's.
  private var head: HTML {
    """
    <header class="cell-head">
    <p class="cell-kind"><span>Exercise</span> <a href="\(path)">on a page of its own</a></p>
    <p class="cell-title" id="\(exercise.id)-title">\(exercise.title)</p>
    </header>

    """
  }

  private var form: HTML {
    let key: HTML? = work.key.map {
      """
      \(HiddenField(name: ExerciseForm.keyField, value: $0).html)\
      \(HiddenField(name: ExerciseForm.personField, value: work.reader.map { "\($0.id)" } ?? "").html)
      """
    }
    let stray: [HTML] = work.faults.filter { exercise.schema[$0.parameter] == nil }.map { fault in
      "<p class=\"fault\"><code>\(fault.parameter)</code>: \(fault.message)</p>\n"
    }
    // A page that serves everybody has no key, so handing in goes on from the page that has one.
    let submit: HTML = """
      <button class="button primary\(work.key == nil ? " js-only" : "")" type="submit" \
      aria-describedby="terms-\(exercise.id)"\(HTML.attribute("disabled", if: work.terms.isClosed))>Submit</button>
      """
    let later: HTML? =
      work.key == nil
      ? "<p class=\"small no-js-only\">The next page shows the outcome, and there you can submit.</p>\n" : nil
    let kind = HTML.attribute("data-kind", work.refusal == nil ? nil : "error")
    let state: HTML = "<p class=\"state\"\(kind)>\(work.refusal ?? "")</p>"
    return """
      <form class="cell-form exercise-form" method="post" action="\(path)" aria-labelledby="\(exercise.id)-title" \
      novalidate>
      \(key)\(ExerciseFieldsView(exercise: exercise, work: work).html)\(stray)<div class="run-row">
      <button class="button" type="submit" formaction="\(path)/checks#\(exercise.id)">Run the visible checks</button>
      \(submit)
      \(state)
      <button class="plain clear js-only" type="button" disabled>Clear</button>
      </div>
      \(later)\(ExerciseStandingView(exercise: exercise, work: work).terms)</form>

      """
  }
}
