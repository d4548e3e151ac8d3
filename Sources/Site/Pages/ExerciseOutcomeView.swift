/// What came of an answer: the score with its reasons, and what stays hidden.
struct ExerciseOutcomeView {
  let outcome: ExerciseOutcome

  static func mark(_ passed: Bool) -> HTML {
    passed
      ? "<span class=\"verdict-mark verdict-right\">✓<span class=\"visually-hidden\"> right: </span></span> "
      : "<span class=\"verdict-mark verdict-wrong\">✗<span class=\"visually-hidden\"> not yet: </span></span> "
  }

  var html: HTML {
    let score: HTML? = outcome.score.map { score in
      """
      <p class="score"><strong>\(Figures.points(score.earned))</strong> of \(Figures.points(score.of)) points</p>

      """
    }
    return """
      \(score)<p class="summary">\(outcome.summary)</p>
      \(hidden)\(list(outcome.checks, "The visible checks, with reasons"))\
      \(outcome.hiddenChecks.map { list($0, "The hidden checks, which no student sees") })
      """
  }

  private func list(_ checks: [ExerciseOutcome.Check], _ title: String) -> HTML {
    let items: [HTML] = checks.map { "<li>\(ExerciseOutcomeView.mark($0.passed))\($0.message)</li>\n" }
    return """
      <details class="reasons"\(HTML.attribute("open", if: checks.count <= 12))>
      <summary>\(title)</summary>
      <ul class="checks">
      \(items)</ul>
      </details>

      """
  }

  private var hidden: HTML? {
    guard let hidden = outcome.hidden, hidden.of > 0, outcome.hiddenChecks == nil else { return nil }
    return """
      <p class="small">Of the \(hidden.of) hidden checks you learn how many passed, and not which.</p>

      """
  }
}

/// The answers that were handed in, the newest first.
struct ExerciseHistoryView {
  let attempts: [ExerciseAttempt]
  /// Who handed them in; nil for the reader.
  var owner: String?

  var html: HTML {
    let rows: [HTML] = attempts.map { attempt in
      let score: HTML
      let summary: String
      switch attempt.state {
      case .pending: (score, summary) = ("—", "Being graded.")
      case .graded(let earned, let of, let text):
        (score, summary) = ("\(Figures.points(earned)) of \(Figures.points(of))", text)
      case .abandoned: (score, summary) = ("—", "A fault of ours kept it from being graded. It does not count.")
      }
      return """
        <tr><th scope="row"><a href="/submissions/\(attempt.id)">\(attempt.number)</a></th><td>\(attempt.at)</td>\
        <td class="figure">\(score)</td><td>\(summary)</td></tr>

        """
    }
    let title = "What \(owner.map { "\($0) has" } ?? "you have") handed in"
    return """
      <details class="history"\(HTML.attribute("hidden", if: attempts.isEmpty))>
      <summary>\(title) (\(attempts.count))</summary>
      <div class="table-scroll" tabindex="0" role="group" aria-label="\(title)"><table>
      <thead><tr><th scope="col">Attempt</th><th scope="col">When</th><th scope="col" class="figure">Points</th>\
      <th scope="col">Checks</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table></div>
      </details>

      """
  }
}
