import Store
import Teaching

/// The instructor's pages about a class. Each works without script.
struct TeachingPages {
  let outline: CourseOutline

  /// What surrounds each of them.
  private func layout(_ title: String, _ path: String, _ content: HTML) -> HTML {
    let links: [HTML] = [
      ("/teach", "Gradebook"), ("/students", "Students"), ("/teach/roster", "Class list"),
      ("/teach/audit", "Audit trail"),
    ].map { target, text in
      "<li><a href=\"\(target)\"\(target == path ? " aria-current=\"page\"" : .nothing)>\(text)</a></li>"
    }
    let main: HTML = """
      <div class="prose teaching">
      <nav aria-label="Teaching"><ul class="teaching-nav">\(links)</ul></nav>
      <h1>\(title)</h1>
      \(content)</div>

      """
    return PageLayout(
      outline: outline, title: title, description: "For instructors.", path: path, kind: "teaching",
      extraStyles: ["teaching"], main: main
    ).html
  }

  // MARK: Gradebook

  /// - Parameters:
  ///   - rows: The rows that are shown.
  ///   - next: The query of the next page, if there is one.
  func gradebook(
    _ gradebook: Gradebook, rows: Range<Int>, next: String?, deadlines: [String?], filling: CanvasFilling? = nil,
    faults: [String] = []
  ) -> HTML {
    let heads: [HTML] = zip(gradebook.columns, deadlines).map { column, deadline in
      """
      <th scope="col" class="figure"><a href="/teach/exercises/\(column.exercise)">\(column.title)</a> \
      <span class="small">of \(Points.text(column.maxScore))\(deadline.map { ", until \($0)" } ?? "")</span></th>
      """
    }
    let lines: [HTML] = rows.map { index in
      let row = gradebook.rows[index]
      let cells: [HTML] = row.cells.map { cell in
        "<td class=\"figure\">\(cell.map { Points.text($0.score) } ?? "–")</td>"
      }
      let ended: HTML? = row.person.revokedAt == nil ? nil : " <span class=\"small\">(no access)</span>"
      return """
        <tr><th scope="row">\(row.person.name)\(ended)</th><td>\(row.person.details.section)</td>\(cells)\
        <td class="figure"><strong>\(Points.text(row.total))</strong></td></tr>

        """
    }
    let table: HTML =
      lines.isEmpty
      ? "<p>There are no students yet. <a href=\"/teach/roster\">Import a class list</a>.</p>\n"
      : """
      <div class="table-wrap" tabindex="0" role="group" aria-label="Gradebook, which scrolls sideways"><table>
      <caption>The best grade of each student in each exercise, in points of \(Points.text(gradebook.maxScore)).</caption>
      <thead><tr><th scope="col">Student</th><th scope="col">Section</th>\(heads)\
      <th scope="col" class="figure">Total</th></tr></thead>
      <tbody>
      \(lines)</tbody>
      </table></div>

      """
    let more: HTML? = next.map { "<p><a href=\"/teach?after=\($0)\">More students</a></p>\n" }
    return layout(
      "Gradebook", "/teach",
      """
      \(table)\(more)<h2 id="files">As a file</h2>
      <ul>
      <li><a href="/api/v1/gradebook?format=csv" download>CSV</a>, for spreadsheets</li>
      <li><a href="/api/v1/gradebook?format=canvas" download>Canvas</a>; columns that it does not know become assignments</li>
      <li><a href="/api/v1/gradebook?format=moodle" download>Moodle</a></li>
      </ul>
      \(canvas(filling, faults))\(exercises(gradebook))
      """)
  }

  private func canvas(_ filling: CanvasFilling?, _ faults: [String]) -> HTML {
    let remarks: [HTML] = (filling?.remarks ?? []).map { "<li>\($0)</li>\n" }
    let outcome: HTML? = filling.map { filling in
      """
      <div class="notice" role="status"><p>\(filling.filled) cells filled in for \(filling.students) students, \
      \(filling.unchanged) unchanged, \(filling.excused) excused.</p>
      \(remarks.isEmpty ? nil : "<ul>\n\(remarks)</ul>\n")</div>
      <p class="text-row"><label for="filled">The filled file; save it as it is and import it in Canvas</label>
      <textarea id="filled" rows="8" readonly spellcheck="false">
      \(String(decoding: filling.file, as: UTF8.self))</textarea></p>

      """
    }
    return """
      <h2 id="canvas">Fill in Canvas's own export</h2>
      <p>Export the gradebook in Canvas and paste the file here. Its columns and rows stay as they are. What has no \
      place in it is told.</p>
      \(outcome)\(wrong(faults, "Nothing was filled in:"))<form class="teaching-form" method="post" action="/teach/canvas#canvas">
      <p class="text-row"><label for="export">The exported file</label>
      <textarea id="export" name="export" rows="6" required spellcheck="false" autocomplete="off"></textarea></p>
      <div class="run-row"><button class="button primary" type="submit">Fill it in</button></div>
      </form>

      """
  }

  private func exercises(_ gradebook: Gradebook) -> HTML {
    let items: [HTML] = gradebook.columns.map {
      "<li><a href=\"/teach/exercises/\($0.exercise)\">\($0.title)</a></li>\n"
    }
    return """
      <h2 id="exercises">Deadlines, attempts, grading again</h2>
      <ul>
      \(items)</ul>

      """
  }

  private func wrong(_ faults: [String], _ lead: String) -> HTML? {
    guard !faults.isEmpty else { return nil }
    let items: [HTML] = faults.prefix(100).map { "<li>\($0)</li>\n" }
    let more: HTML? = faults.count > 100 ? "<p>And \(faults.count - 100) more.</p>\n" : nil
    return "<div class=\"faults\" role=\"alert\"><p>\(lead)</p>\n<ul>\n\(items)</ul>\(more)</div>\n"
  }

  // MARK: Class list

  /// - Parameter isRepeated: True if this very form was carried out before.
  func roster(
    _ text: String = "", faults: [String] = [], plan: RosterPlan? = nil, isDone: Bool = false, isRepeated: Bool = false
  ) -> HTML {
    let again: HTML? =
      isRepeated
      ? "<div class=\"notice\" role=\"status\"><p>This list was imported before; it changed nothing this time.</p></div>\n"
      : nil
    let outcome: HTML? = plan.map { plan in
      let added: [HTML] = plan.added.prefix(200).map { "<li>\($0.name)\(isDone ? "" : " would be added")</li>\n" }
      let updated: [HTML] = plan.updated.prefix(200).map {
        "<li>\($0.details.name)\(isDone ? " (changed)" : " would be changed")</li>\n"
      }
      return """
        <div class="notice" role="status"><p>\(isDone ? "Imported" : "Nothing is wrong, and nothing was changed yet"): \
        \(plan.added.count) new, \(plan.updated.count) changed, \(plan.unchanged) as they were.</p>
        \(added.isEmpty && updated.isEmpty ? nil : "<ul>\n\(added)\(updated)</ul>\n")</div>

        """
    }
    return layout(
      "Class list", "/teach/roster",
      """
      <p>Paste a file in CSV. Its first line names the columns: <code>name</code> (or first and last name), \
      <code>login</code> or <code>email</code>, and if you like <code>id</code> and <code>section</code>. Exports of \
      Canvas and Moodle will do. All of it is imported or nothing; importing it again changes nothing.</p>
      \(again)\(outcome)\(wrong(faults, "Nothing was imported:"))\
      <form class="teaching-form" method="post" action="/teach/roster">\
      \(HiddenField(name: ExerciseForm.keyField, value: Secret().text).html)
      <p class="text-row"><label for="roster">The class list</label>
      <textarea id="roster" name="roster" rows="10" required spellcheck="false" autocomplete="off">
      \(text)</textarea></p>
      <div class="run-row"><button class="button" type="submit" name="do" value="check">Check it</button>
      <button class="button primary" type="submit" name="do" value="import">Import it</button></div>
      </form>

      """)
  }

  // MARK: Audit trail

  func audit(_ entries: [AuditEntry], names: [PersonID: String], next: String?) -> HTML {
    let rows: [HTML] = entries.map { entry in
      let actor: String =
        switch entry.actor {
        case .system: "the command line"
        case .person(let id): names[id] ?? "person \(id.rawValue)"
        }
      let time = LocalTime(secondsSince1970: entry.at / 1000)
      return """
        <tr><td><time datetime="\(entry.at.internetTime)">\(time.date) \(time.time)</time></td><td>\(actor)</td>\
        <td>\(entry.action)</td><td>\(entry.subject)</td><td>\(entry.detail)</td></tr>

        """
    }
    let more: HTML? = next.map { "<p><a href=\"/teach/audit?before=\($0)\">Older entries</a></p>\n" }
    return layout(
      "Audit trail", "/teach/audit",
      """
      <div class="table-wrap" tabindex="0" role="group" aria-label="Audit trail, which scrolls sideways"><table>
      <caption>Who did what, the newest first. Times are in UTC.</caption>
      <thead><tr><th scope="col">When</th><th scope="col">Who</th><th scope="col">What</th><th scope="col">To what</th>\
      <th scope="col">Details</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table></div>
      \(more)
      """)
  }
}

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
      <div class="run-row"><button class="button primary" type="submit">Make these \(plan.changes.count) changes</button></div>
      </form>

      """
    let verb = isApplied ? "were made" : "would be made"
    return """
      <p class="notice" role="status">\(plan.examined) graded submissions; \(plan.changes.count) changes \(verb), \
      \(plan.changes.count(where: \.altersScore)) of them to the score.</p>
      \(failures.isEmpty ? nil : "<ul>\n\(failures)</ul>\n")\(table)\(apply)
      """
  }
}
