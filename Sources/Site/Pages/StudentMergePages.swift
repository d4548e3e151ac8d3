package import Store

/// What an instructor is asked before two students become one.
package struct MergeQuestion: Sendable {
  package let kept: Person
  package let keptHoldings: Holdings
  package let other: Person
  package let otherHoldings: Holdings
  /// Made with the page, so that a second click finds it done.
  package let key: String
}

/// Finds the other of two students who are one person.
struct StudentMergeSearchPage {
  let outline: CourseOutline
  let student: Person
  /// What was looked for; empty where nothing was yet.
  let words: String
  let found: [Person]

  var html: HTML {
    let (id, name) = (student.id.rawValue, student.name)
    let items: [HTML] = found.map { other in
      let details = other.details
      let known = [details.login, details.email, details.schoolID, details.section].filter { !$0.isEmpty }
      return """
        <li><a href="/students/\(id)/merge?from=\(other.id.rawValue)">\(other.name)</a> <span class="small">\
        (student \(other.id.rawValue)\(known.isEmpty ? "" : ", \(known.joined(separator: ", "))"))</span></li>

        """
    }
    let lead = words.isEmpty ? "Students of a similar name" : "Found for \(words)"
    let listed: HTML =
      items.isEmpty
      ? "<p role=\"status\">\(words.isEmpty ? "Nobody else has a similar name." : "Nobody else was found for \(words).")</p>\n"
      : "<h2>\(lead)</h2>\n<ul>\n\(items)</ul>\n"
    let main: HTML = """
      <div class="prose">
      <p class="eyebrow"><a href="/students">Students</a> <span aria-hidden="true">·</span> \
      <a href="/students/\(id)">\(name)</a></p>
      <h1>Merge another student into \(name)</h1>
      <p>Choose the other; what becomes of both is told before anything is done.</p>
      \(listed)<form class="account-form" method="get" action="/students/\(id)/merge">
      \(TextRow(
        name: "q", label: "Somebody else", value: words, hint: "A name, a login, an e-mail address or a number.",
        maxLength: 200, isRequired: true).html)\
      <div class="run-row"><button class="button" type="submit">Look</button></div>
      </form>
      </div>

      """
    return EntrancePages.layout(outline, "Merge another student into \(name)", "", main)
  }
}

/// Asks whether two students are to become one, and says what becomes of both.
struct StudentMergePage {
  let outline: CourseOutline
  let question: MergeQuestion

  private var kept: Person { question.kept }
  private var other: Person { question.other }

  private static func title(_ field: PersonField) -> String {
    field == .schoolID ? "School's number" : field.words.prefix(1).uppercased() + field.words.dropFirst()
  }

  var html: HTML {
    let (id, otherID) = (kept.id.rawValue, other.id.rawValue)
    let main: HTML = """
      <div class="prose">
      <p class="eyebrow"><a href="/students">Students</a> <span aria-hidden="true">·</span> \
      <a href="/students/\(id)">\(kept.name)</a></p>
      <h1>Merge two students into one?</h1>
      <p>Student \(id), \(kept.name), is kept. Student \(otherID), \(other.name), is no more then: what they handed in, with \
      its grades, and what lets them in becomes that of \(kept.name). This cannot be undone.</p>
      \(table)\(dropped)<ul>
      <li>Attempts are numbered anew, in the order in which they were handed in. All of them count as attempts, and the \
      best answer to each exercise counts.</li>
      <li>Where questions differ from person to person, those of \(kept.name) are asked from now on. What \
      \(other.name) handed in keeps its grades.</li>
      \(access)</ul>
      <form class="account-form" method="post" action="/students/\(id)/merge">
      \(HiddenField(name: "key", value: question.key).html)\(HiddenField(name: "from", value: "\(otherID)").html)\
      <div class="run-row"><button class="button primary" type="submit">Keep student \(id), \(kept.name)</button> \
      <a class="button" href="/students/\(otherID)/merge?from=\(id)">Keep student \(otherID) instead</a> \
      <a class="button" href="/students/\(id)">Leave both</a></div>
      </form>
      </div>

      """
    return EntrancePages.layout(outline, "Merge two students into one?", "", main)
  }

  private var table: HTML {
    let details = kept.details.merged(with: other.details)
    let known: [HTML] = PersonField.allCases.map { field in
      row(StudentMergePage.title(field), kept.details[field], other.details[field], details[field])
    }
    let (own, more) = (question.keptHoldings, question.otherHoldings)
    let counts: [HTML] = [
      ("Submissions", own.submissions, more.submissions), ("Tokens", own.tokens, more.tokens),
      ("Browsers signed in", own.sessions, more.sessions),
    ].enumerated().map { index, count in
      let after = index > 0 && kept.revokedAt != nil ? 0 : count.1 + count.2
      return row(count.0, "\(count.1)", "\(count.2)", "\(after)")
    }
    return """
      <div class="table-wrap" tabindex="0" role="group" aria-label="What becomes of both"><table class="students">
      <thead><tr><th scope="col"><span class="visually-hidden">What</span></th>\
      <th scope="col">Student \(kept.id.rawValue)</th><th scope="col">Student \(other.id.rawValue)</th>\
      <th scope="col">Afterwards</th></tr></thead>
      <tbody>
      \(known)\(counts)</tbody>
      </table></div>

      """
  }

  private func row(_ title: String, _ own: String, _ other: String, _ after: String) -> HTML {
    """
    <tr><th scope="row">\(title)</th><td>\(own.isEmpty ? "—" : own)</td><td>\(other.isEmpty ? "—" : other)</td>\
    <td><strong>\(after.isEmpty ? "—" : after)</strong></td></tr>

    """
  }

  private var dropped: HTML? {
    kept.details.droppedWords(of: other.details).map { words in
      "<p>Given up of student \(other.id.rawValue): \(words).</p>\n"
    }
  }

  private var access: HTML? {
    guard kept.revokedAt != nil else { return nil }
    return """
      <li>The access of \(kept.name) has ended, so what lets \(other.name) in ends, too.</li>

      """
  }
}
