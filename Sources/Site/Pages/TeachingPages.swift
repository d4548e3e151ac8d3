import Store
import Teaching

/// The instructor's pages about a class. Each works without script.
struct TeachingPages {
  let outline: CourseOutline

  /// What surrounds each of them.
  func layout(_ title: String, _ path: String, _ content: HTML) -> HTML {
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
  ///   - pasted: An export that was refused for these faults, and is to be mended.
  func gradebook(
    _ gradebook: Gradebook, rows: Range<Int>, next: String?, deadlines: [String?], filling: CanvasFilling? = nil,
    pasted: String = "", faults: [String] = []
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
        let points: HTML? = cell.map { cell in
          "<a href=\"/submissions/\(cell.submission.rawValue)\">\(Points.text(cell.score))</a>"
        }
        return "<td class=\"figure\">\(points ?? "–")</td>"
      }
      let ended: HTML? = row.person.revokedAt == nil ? nil : " <span class=\"small\">(no access)</span>"
      return """
        <tr><th scope="row"><a href="/teach/students/\(row.person.id.rawValue)">\(row.person.name)</a>\(ended)</th><td>\(row.person.details.section)</td>\(cells)\
        <td class="figure"><strong>\(Points.text(row.total))</strong></td></tr>

        """
    }
    let table: HTML =
      lines.isEmpty
      ? "<p>There are no students yet. <a href=\"/teach/roster\">Import a class list</a>.</p>\n"
      : """
      <p>A name leads to all that was handed in, a grade to the answer that has it.</p>
      <div class="table-wrap" tabindex="0" role="group" aria-label="Gradebook, which scrolls sideways"><table>
      <caption>The best grade of each student in each exercise, in points of \(Points.text(gradebook.maxScore)).</caption>
      <thead><tr><th scope="col">Student</th><th scope="col">Section</th>\(heads)\
      <th scope="col" class="figure">Total</th></tr></thead>
      <tbody>
      \(lines)</tbody>
      </table></div>

      """
    let (forCanvas, forMoodle) = (GradebookFile(.canvas, of: gradebook), GradebookFile(.moodle, of: gradebook))
    let more: HTML? = next.map { "<p><a href=\"/teach?after=\($0)\">More students</a></p>\n" }
    return layout(
      "Gradebook", "/teach",
      """
      \(table)\(more)<h2 id="files">As a file</h2>
      <ul>
      <li><a href="/api/v1/gradebook?format=csv" download>CSV</a>, for spreadsheets</li>
      <li><a href="/api/v1/gradebook?format=canvas" download>Canvas</a>; columns that it does not know become \
      assignments\(unfindable(forCanvas))</li>
      <li><a href="/api/v1/gradebook?format=moodle" download>Moodle</a>\(advice(forMoodle))\(unfindable(forMoodle))</li>
      </ul>
      \(canvas(filling, pasted, faults))\(exercises(gradebook))
      """)
  }

  private func advice(_ file: GradebookFile) -> HTML? {
    file.advice.map { ". \($0) when you import it." }
  }

  /// Whom the other system would not know, each with the way to mend it.
  private func unfindable(_ file: GradebookFile) -> HTML? {
    guard let lead = file.lead else { return nil }
    let people = file.unfindable
    let items: [HTML] = people.prefix(GradebookFile.mostNamed).map {
      "<li><a href=\"/students/\($0.id.rawValue)\">\($0.name)</a></li>\n"
    }
    let rest = people.count - items.count
    let more: HTML? = rest > 0 ? "<li>and \(rest) more</li>\n" : nil
    return "<p class=\"unfindable\">\(lead):</p>\n<ul>\n\(items)\(more)</ul>\n"
  }

  private func canvas(_ filling: CanvasFilling?, _ pasted: String, _ faults: [String]) -> HTML {
    let remarks: [HTML] = (filling?.remarks ?? []).map { "<li>\($0)</li>\n" }
    let outcome: HTML? = filling.map { filling in
      """
      <div class="notice" role="status"><p>\(Figures.count(filling.filled, "cell")) filled in for \
      \(Figures.count(filling.students, "student")), \
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
      \(outcome)\(wrong(faults.map { "\($0)" }, "Nothing was filled in:"))<form class="teaching-form" method="post" action="/teach/canvas#canvas">
      <p class="text-row"><label for="export">The exported file</label>
      <textarea id="export" name="export" rows="6" required spellcheck="false" autocomplete="off">
      \(pasted)</textarea></p>
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

  func wrong(_ faults: [HTML], _ lead: String) -> HTML? {
    guard !faults.isEmpty else { return nil }
    let items: [HTML] = faults.prefix(100).map { "<li>\($0)</li>\n" }
    let more: HTML? = faults.count > 100 ? "<p>And \(faults.count - 100) more.</p>\n" : nil
    return "<div class=\"faults\" role=\"alert\"><p>\(lead)</p>\n<ul>\n\(items)</ul>\(more)</div>\n"
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
