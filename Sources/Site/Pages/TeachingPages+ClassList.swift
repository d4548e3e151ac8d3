import Store
import Teaching

/// What the page of the class list shows.
struct RosterForm {
  var text = ""
  /// True if those who are new are to have a token each.
  var givesTokens = false
  var faults: [CSVFault] = []
  /// What the list changes, or has changed.
  var plan: RosterPlan?
  var isDone = false
  /// True if this very form was carried out before.
  var isRepeated = false
  /// Of those who were added just now.
  var tokens: [NewTokenFile.Entry] = []
}

extension TeachingPages {
  func roster(_ form: RosterForm = RosterForm()) -> HTML {
    let again: HTML? =
      form.isRepeated
      ? "<div class=\"notice\" role=\"status\"><p>This list was imported before; it changed nothing this time.</p></div>\n"
      : nil
    return layout(
      "Class list", "/teach/roster",
      """
      <p>Paste a file in CSV. Its first line names the columns: <code>name</code> (or first and last name), \
      <code>login</code> or <code>email</code>, and if you like <code>id</code> and <code>section</code>. Exports of \
      Canvas and Moodle will do. All of it is imported or nothing; who is known by login or address is updated, and \
      importing a list again changes nothing. To add one student, go to <a href="/students#add">the students</a>.</p>
      \(again)\(form.plan.map { outcome($0, isDone: form.isDone) })\(tokens(form.tokens))\
      \(wrong(form.faults.map(said), "Nothing was imported:"))\
      <form class="teaching-form" method="post" action="/teach/roster">\
      \(HiddenField(name: ExerciseForm.keyField, value: Secret().text).html)
      <p class="js-only file-row"><label for="roster-file">From a file</label> \
      <input id="roster-file" type="file" accept=".csv,text/csv"></p>
      <p class="text-row"><label for="roster">The class list</label>
      <textarea id="roster" name="roster" rows="10" required spellcheck="false" autocomplete="off">
      \(form.text)</textarea></p>
      <p class="text-row"><label><input type="checkbox" name="tokens" value="true"\
      \(HTML.attribute("checked", if: form.givesTokens))> Give everybody who is new a token</label>
      <span class="hint">The tokens are shown once, behind the import. Without them nobody new can sign in until you \
      give them one.</span></p>
      <div class="run-row"><button class="button" type="submit" name="do" value="check">Check it</button>
      <button class="button primary" type="submit" name="do" value="import">Import it</button></div>
      </form>

      """)
  }

  private func outcome(_ plan: RosterPlan, isDone: Bool) -> HTML {
    let added: [HTML] = plan.added.prefix(200).map { "<li>\($0.name)\(isDone ? "" : " would be added")</li>\n" }
    let updated: [HTML] = plan.updated.prefix(200).map {
      "<li>\($0.details.name)\(isDone ? " (changed)" : " would be changed")</li>\n"
    }
    let notices: [HTML] = plan.notices.prefix(200).map { notice in
      let holder: HTML? = notice.holder.map {
        " (<a href=\"/students/\($0.id.rawValue)\">student \($0.id.rawValue)</a>)"
      }
      return "<li>\(notice.description)\(holder)</li>\n"
    }
    return """
      <div class="notice" role="status"><p>\(isDone ? "Imported" : "Nothing is wrong, and nothing was changed yet"): \
      \(plan.added.count) new, \(plan.updated.count) changed, \(plan.unchanged) as they were.</p>
      \(added.isEmpty && updated.isEmpty ? nil : "<ul>\n\(added)\(updated)</ul>\n")\
      \(notices.isEmpty ? nil : "<p>To be looked at:</p>\n<ul>\n\(notices)</ul>\n")</div>

      """
  }

  private func tokens(_ entries: [NewTokenFile.Entry]) -> HTML? {
    guard !entries.isEmpty else { return nil }
    let rows: [HTML] = entries.map { entry in
      """
      <tr><th scope="row">\(entry.name)</th><td>\(entry.login.isEmpty ? entry.email : entry.login)</td>\
      <td><code>\(entry.token)</code></td></tr>

      """
    }
    return """
      <h2 id="tokens">The tokens of those who are new</h2>
      <p>They are shown this once: save them now. Hand each over in private, since whoever has it can act as that \
      student, who signs in with it at <a href="/sign-in">/sign-in</a>.</p>
      <div class="table-wrap" tabindex="0" role="group" aria-label="Tokens, which scroll sideways"><table>
      <thead><tr><th scope="col">Student</th><th scope="col">Login or address</th><th scope="col">Token</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table></div>
      <p class="text-row"><label for="token-file">The same as a file in CSV, to be saved</label>
      <textarea id="token-file" rows="8" readonly spellcheck="false">
      \(String(decoding: NewTokenFile.bytes(of: entries), as: UTF8.self))</textarea></p>
      <h2>Another list</h2>

      """
  }

  /// What is wrong, and the way to mend it where there is one.
  private func said(_ fault: CSVFault) -> HTML {
    guard fault.doubles.count == 2 else { return "\(fault.description)" }
    let (kept, other) = (fault.doubles[0].rawValue, fault.doubles[1].rawValue)
    return "\(fault.description): <a href=\"/students/\(kept)/merge?from=\(other)\">students \(kept) and \(other)</a>"
  }
}
