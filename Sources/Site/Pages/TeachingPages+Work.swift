import Store
import Teaching

extension TeachingPages {
  /// A student's work on one exercise.
  struct Work {
    let exercise: String
    let title: String
    /// Hundredths of a point.
    let maxScore: Int
    /// Nil where nothing was graded.
    let best: BestGrade?
    /// The newest first.
    let history: [ExerciseAttempt]
  }

  /// What a student has handed in, exercise by exercise.
  func work(of student: Person, _ work: [Work]) -> HTML {
    let missing = work.filter(\.history.isEmpty).map(\.title)
    let rest: HTML? = missing.isEmpty ? nil : "<p>Nothing was handed in to: \(missing.joined(separator: ", ")).</p>\n"
    let parts: [HTML] = work.filter { !$0.history.isEmpty }.map(part)
    let ended: HTML? = student.revokedAt == nil ? nil : "<p>The access of \(student.name) has ended.</p>\n"
    return layout(
      student.name, "/teach/students/\(student.id.rawValue)",
      """
      <p><a href="/students/\(student.id.rawValue)">What is known of \(student.name)</a></p>
      \(ended)\(parts)\(rest)
      """)
  }

  private func part(_ work: Work) -> HTML {
    let rows: [HTML] = work.history.map { attempt in
      let (points, checks): (String, String) =
        switch attempt.state {
        case .pending: ("–", "Being graded.")
        case .abandoned: ("–", "A fault of ours kept it from being graded. It does not count.")
        case .graded(let earned, let of, let summary): ("\(Points.text(earned)) of \(Points.text(of))", summary)
        }
      let best: HTML? =
        attempt.id == work.best?.submission.rawValue ? " <span class=\"small\">the best</span>" : nil
      return """
        <tr><th scope="row"><a href="/submissions/\(attempt.id)">Attempt \(attempt.number)</a>\(best)</th>\
        <td>\(attempt.at)</td><td class="figure">\(points)</td><td>\(checks)</td></tr>

        """
    }
    let best = work.best.map { "The best of them has \(Points.text($0.score)) of \(Points.text($0.maxScore)) points." }
    return """
      <h2 id="\(work.exercise)">\(work.title)</h2>
      <div class="table-wrap" tabindex="0" role="group" aria-label="\(work.title), which scrolls sideways"><table>
      <caption>What was handed in, the newest first. \(best ?? "")</caption>
      <thead><tr><th scope="col">Attempt</th><th scope="col">When</th><th scope="col" class="figure">Points</th>\
      <th scope="col">Checks</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table></div>

      """
  }
}
