internal import Teaching

/// What the instructor's page of students shows.
package struct StudentList: Sendable {
  package struct Row: Sendable {
    package var id: Int
    package var name: String
    package var login: String
    package var email: String
    package var section: String
    package var isEnded: Bool

    package init(id: Int, name: String, login: String, email: String, section: String, isEnded: Bool) {
      self.id = id
      self.name = name
      self.login = login
      self.email = email
      self.section = section
      self.isEnded = isEnded
    }
  }

  package var students: [Row]
  /// The query of the next page, if there is one.
  package var next: String?
  /// Join codes that are open.
  package var codes: [String]
  /// What was done just now, in a sentence.
  package var notice: String?
  /// What the form to add a student shows, by field, where it was refused.
  package var added: [String: String] = [:]
  package var addFaults: [String: String] = [:]

  package init(students: [Row], next: String? = nil, codes: [String], notice: String? = nil) {
    self.students = students
    self.next = next
    self.codes = codes
    self.notice = notice
  }
}

struct StudentsPage {
  let outline: CourseOutline
  let list: StudentList
  /// Made with the page, so that adding twice with it adds one student.
  let key: String

  var html: HTML {
    let notice: HTML? = list.notice.map { "<p class=\"notice\" role=\"status\">\($0)</p>\n" }
    let main: HTML = """
      <div class="prose">
      <p class="eyebrow"><a href="/me">Your account</a></p>
      <h1>Students</h1>
      \(notice)\(codes)\(students)\(add)</div>

      """
    return EntrancePages.layout(outline, "Students", "/students", main)
  }

  private var codes: HTML {
    let items: [HTML] = list.codes.map { code in
      """
      <li><code class="join-code">\(code)</code>
      \(button("/join-codes/rotate", "Rotate", ["code": code], about: code))\
      \(button("/join-codes/close", "Close", ["code": code], about: code))</li>

      """
    }
    let listed: HTML =
      items.isEmpty
      ? "<p>No code is open, so nobody can join by themselves.</p>\n"
      : """
      <p>Whoever knows an open code joins at <a href="/join">/join</a> and gets a token. Rotating closes a code and opens \
      another.</p>
      <ul class="codes">
      \(items)</ul>

      """
    return """
      <h2 id="codes">Join codes</h2>
      \(listed)\(button("/join-codes", "Open a new code", [:]))
      """
  }

  private var students: HTML {
    let rows: [HTML] = list.students.map { student in
      let actions: HTML =
        student.isEnded
        ? """
        \(button("/students/readmit", "Readmit", ["id": "\(student.id)", "key": "\(key)-\(student.id)"], about: student.name))\
        <span class="small">ended</span>
        """
        : """
        \(button("/students/token", "New token", ["id": "\(student.id)", "key": "\(key)-\(student.id)"], about: student.name))\
        \(button("/students/end", "End access", ["id": "\(student.id)"], about: student.name))
        """
      return """
        <tr><th scope="row">\(student.name)</th><td>\(student.login)</td><td>\(student.email)</td>\
        <td>\(student.section)</td><td class="row-actions"><a class="button" href="/students/\(student.id)">Edit\
        <span class="visually-hidden"> what is known of \(student.name)</span></a>\(actions)</td></tr>

        """
    }
    let table: HTML =
      rows.isEmpty
      ? "<p>There are none yet.</p>\n"
      : """
      <div class="table-wrap" tabindex="0" role="group" aria-label="Students"><table class="students">
      <thead><tr><th scope="col">Name</th><th scope="col">Login</th><th scope="col">E-mail</th>\
      <th scope="col">Section</th><th scope="col">Access</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table></div>

      """
    let next: HTML? = list.next.map { "<p><a href=\"/students?\($0)\">More students</a></p>\n" }
    return "<h2 id=\"students\">In the course</h2>\n\(table)\(next)"
  }

  private var add: HTML {
    """
    <h2 id="add">Add one</h2>
    <p>Many at once come from <a href="/teach/roster">a class list</a>.</p>
    <form class="account-form" method="post" action="/students#add" novalidate>
    \(HiddenField(name: "key", value: key).html)\(PersonRows.html(list.added, list.addFaults))\
    <div class="run-row"><button class="button primary" type="submit">Add the student</button></div>
    </form>

    """
  }

  /// A form that is one button.
  private func button(_ action: String, _ text: String, _ fields: [String: String], about: String? = nil) -> HTML {
    let hidden: [HTML] = fields.sorted { $0.key < $1.key }.compactMap { name, value in
      HiddenField(name: name, value: value).html
    }
    let more: HTML? = about.map { "<span class=\"visually-hidden\"> of \($0)</span>" }
    return """
      <form class="one-button" method="post" action="\(action)">\(hidden)<button class="button" type="submit">\(text)\
      \(more)</button></form>
      """
  }
}

/// A token for somebody else, shown this once.
struct NewTokenPage {
  let outline: CourseOutline
  let name: String
  let token: String
  let id: Int
  /// Who else has the school's number.
  let shared: SharedNumber?

  var html: HTML {
    let main: HTML = """
      <div class="prose">
      <p class="eyebrow"><a href="/students">Students</a></p>
      <h1>A token for \(name)</h1>
      <p class="lede">It is shown this once. Hand it over in private: whoever has it can act as \(name).</p>
      \(EntranceView.token(token))\(shared.map { SharedNumberView(shared: $0, student: id).html })\
      <p>With it, \(name) signs in at <a href="/sign-in">/sign-in</a>. A token that was given before has ended.</p>
      <p class="onward"><a class="button" href="/students">Back to the students</a></p>
      </div>

      """
    return EntrancePages.layout(outline, "A new token", "", main)
  }
}
