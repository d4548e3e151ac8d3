import Store
import Teaching

extension TeachingPages {
  /// What the form of an exercise's settings shows.
  struct Terms {
    var deadline = ""
    var timeZone = "UTC"
    var attemptLimit = ""
    var showsSolution = false
    /// The deadline that holds, in words; empty for none.
    var standing = ""
    /// What is wrong, by field.
    var faults: [String: String] = [:]
  }

  /// An exercise's settings, and grading it again.
  func exercise(
    _ id: String, _ title: String, _ terms: Terms, zones: [String], notice: String? = nil, plan: RegradePlan? = nil,
    isApplied: Bool = false
  ) -> HTML {
    let told: HTML? = notice.map { "<p class=\"notice\" role=\"status\">\($0)</p>\n" }
    let known: [HTML] = zones.map { "<option value=\"\($0)\"></option>" }
    let fields: HTML = """
      \(row("deadline", "Deadline", terms, "As the zone's clocks show it, such as 2026-12-01T23:59. Empty for none. \(terms.standing)", terms.deadline))\
      \(row("timeZone", "Time zone", terms, "An IANA name, such as Europe/Berlin.", terms.timeZone, list: "zones"))\
      <datalist id="zones">\(known)</datalist>
      \(row("attemptLimit", "Attempts", terms, "How many count at most. Empty for any number.", terms.attemptLimit))\
      <p class="text-row"><label><input type="checkbox" name="showsSolution" value="true"\
      \(HTML.attribute("checked", if: terms.showsSolution))> Show the solution after the deadline</label>
      <span class="hint">Students of this course see a model answer with its reasons once nothing is taken any more. A \
      later deadline hides it again, but not from those who have read it.</span></p>
      """
    return layout(
      title, "/teach/exercises/\(id)",
      """
      \(told)<h2 id="settings">Settings</h2>
      <form class="teaching-form" method="post" action="/teach/exercises/\(id)" novalidate>
      \(fields)
      <div class="run-row"><button class="button primary" type="submit">Save</button></div>
      </form>
      <h2 id="regrade">Grade again</h2>
      <p>First every grade that would change is listed; then exactly those are changed. Earlier grades stay in the audit \
      trail.</p>
      \(plan.map { listed($0, id, isApplied) })<form method="post" action="/teach/exercises/\(id)/regrade#regrade">
      <div class="run-row"><button class="button" type="submit">List what would change</button></div>
      </form>

      """)
  }

  private func row(
    _ name: String, _ label: String, _ terms: Terms, _ hint: String, _ value: String, list: String? = nil
  ) -> HTML {
    let fault = terms.faults[name]
    return """
      <div class="text-row"><label for="\(name)">\(label)</label>
      <p class="hint" id="\(name)-hint">\(hint)</p>
      <input id="\(name)" name="\(name)" type="text" value="\(value)" autocomplete="off" spellcheck="false" \
      aria-describedby="\(name)-hint \(name)-fault"\(HTML.attribute("list", list))\
      \(HTML.attribute("aria-invalid", fault == nil ? nil : "true"))>
      <p class="fault" id="\(name)-fault">\(fault.map { "This \($0)." } ?? "")</p></div>

      """
  }

  private func listed(_ plan: RegradePlan, _ id: String, _ isApplied: Bool) -> HTML {
    let rows: [HTML] = plan.changes.prefix(500).map { change in
      func text(_ grade: Grade) -> HTML {
        "\(Points.text(grade.score)) of \(Points.text(grade.maxScore)) <span class=\"small\">by \(grade.graderVersion)</span>"
      }
      return """
        <tr><th scope="row">\(change.grade.submission.rawValue)</th><td>\(change.person.rawValue)</td>\
        <td class="figure">\(text(change.grade.before))</td><td class="figure">\(text(change.grade.after))</td></tr>

        """
    }
    let table: HTML? =
      rows.isEmpty
      ? nil
      : """
      <div class="table-wrap" tabindex="0" role="group" aria-label="Changes of grades"><table>
      <caption>\(plan.changes.count > 500 ? "The first 500 changes" : "Every change").</caption>
      <thead><tr><th scope="col">Submission</th><th scope="col">Student</th><th scope="col" class="figure">Before</th>\
      <th scope="col" class="figure">After</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table></div>

      """
    let failures: [HTML] = plan.failures.prefix(100).map {
      "<li>Submission \($0.submission.rawValue) keeps its grade: \($0.reason)</li>\n"
    }
    let apply: HTML? =
      plan.changes.isEmpty || isApplied
      ? nil
      : """
      <form method="post" action="/teach/exercises/\(id)/regrade#regrade">
      <input type="hidden" name="plan" value="\(plan.tag)">
      <div class="run-row"><button class="button primary" type="submit">Make \
      \(plan.changes.count == 1 ? "this change" : "these \(Figures.count(plan.changes.count, "change"))")</button></div>
      </form>

      """
    let verb = isApplied ? plan.changes.count == 1 ? "was made" : "were made" : "would be made"
    return """
      <p class="notice" role="status">\(Figures.count(plan.examined, "graded submission")); \
      \(Figures.count(plan.changes.count, "change")) \(verb), \
      \(plan.changes.count(where: \.altersScore)) of them to the score.</p>
      \(failures.isEmpty ? nil : "<ul>\n\(failures)</ul>\n")\(table)\(apply)
      """
  }
}
