internal import Store
package import Teaching

/// What the instructor's page of one student shows.
package struct StudentForm: Sendable {
  package var id: Int
  /// As it is known, whatever the form says.
  package var name: String
  /// By the names of the form's fields.
  package var values: [String: String]
  package var faults: [String: String] = [:]
  /// Another student who has what was to be said of this one, and may be the same person.
  package var double: (id: Int, name: String)?
  /// Who else has the school's number.
  package var shared: SharedNumber?
  /// What was done just now, in a sentence.
  package var notice: String?

  package init(id: Int, name: String, values: [String: String]) {
    self.id = id
    self.name = name
    self.values = values
  }
}

/// Who else has a student's number, and the way to make one of both.
struct SharedNumberView {
  let shared: SharedNumber
  let student: Int

  var html: HTML {
    """
    <p class="notice">\(FieldView.sentence(shared.description)) If both are one person, \
    <a href="/students/\(student)/merge?from=\(shared.holder.id.rawValue)">merge them</a>.</p>

    """
  }
}

struct StudentPage {
  let outline: CourseOutline
  let student: StudentForm

  var html: HTML {
    let notice: HTML? = student.notice.map { "<p class=\"notice\" role=\"status\">\($0)</p>\n" }
    let double: HTML? = student.double.map { double in
      """
      <div class="faults" role="alert"><p>Nothing was saved. If \(student.name) and \(double.name) (student \(double.id)) \
      are one person, <a href="/students/\(student.id)/merge?from=\(double.id)">merge them</a>.</p></div>

      """
    }
    let shared: HTML? = student.shared.map { SharedNumberView(shared: $0, student: student.id).html }
    let main: HTML = """
      <div class="prose">
      <p class="eyebrow"><a href="/students">Students</a> <span aria-hidden="true">·</span> \
      <a href="/teach/students/\(student.id)">What \(student.name) has handed in</a></p>
      <h1>\(student.name)</h1>
      \(notice)\(double)\(shared)<p>Who joined by a code has a name alone. The gradebook's files for Canvas and Moodle find a student by login, \
      e-mail address or number. An empty field says that it is not known.</p>
      <form class="account-form" method="post" action="/students/\(student.id)" novalidate>
      \(PersonRows.html(student.values, student.faults))\
      <div class="run-row"><button class="button primary" type="submit">Save</button></div>
      </form>
      <h2 id="merge">Here twice?</h2>
      <p>Who stands in a class list and joined by a code as well is here as two students.</p>
      <p><a class="button" href="/students/\(student.id)/merge">Merge another into \(student.name)…</a></p>
      <h2 id="delete">Delete</h2>
      <p>For good, with everything that was handed in. What goes is told before.</p>
      <p><a class="button" href="/students/\(student.id)/delete">Delete \(student.name)…</a></p>
      </div>

      """
    return EntrancePages.layout(outline, student.name, "", main)
  }
}
