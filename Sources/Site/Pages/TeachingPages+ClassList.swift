import Store
import Teaching

extension TeachingPages {
  /// - Parameter isRepeated: True if this very form was carried out before.
  func roster(
    _ text: String = "", faults: [CSVFault] = [], plan: RosterPlan? = nil, isDone: Bool = false,
    isRepeated: Bool = false
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
      \(again)\(outcome)\(wrong(faults.map(said), "Nothing was imported:"))\
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

  /// What is wrong, and the way to mend it where there is one.
  private func said(_ fault: CSVFault) -> HTML {
    guard fault.doubles.count == 2 else { return "\(fault.description)" }
    let (kept, other) = (fault.doubles[0].rawValue, fault.doubles[1].rawValue)
    return "\(fault.description): <a href=\"/students/\(kept)/merge?from=\(other)\">students \(kept) and \(other)</a>"
  }
}
