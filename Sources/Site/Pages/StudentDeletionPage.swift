import Store

/// Asks an instructor whether a student is to be deleted, and says what goes.
struct StudentDeletionPage {
  let outline: CourseOutline
  let student: Person
  let holdings: Holdings

  /// The field by which the page's form says that it was read.
  static let field = "confirm"

  var html: HTML {
    let (id, details) = (student.id.rawValue, student.details)
    let known = [details.login, details.email, details.schoolID, details.section].filter { !$0.isEmpty }
    let main: HTML = """
      <div class="prose">
      <p class="eyebrow"><a href="/students">Students</a> <span aria-hidden="true">·</span> \
      <a href="/students/\(id)">\(student.name)</a></p>
      <h1>Delete \(student.name)?</h1>
      <p>This is student \(id)\(known.isEmpty ? "" : " (\(known.joined(separator: ", ")))"). For good go:</p>
      <ul>
      <li>what was handed in, with its grades: \(holdings.submissions) \
      submission\(holdings.submissions == 1 ? "" : "s"), \(holdings.graded) \
      graded exercise\(holdings.graded == 1 ? "" : "s");</li>
      <li>what lets \(student.name) in: \(holdings.tokens) token\(holdings.tokens == 1 ? "" : "s"), \
      \(holdings.sessions) browser\(holdings.sessions == 1 ? "" : "s") signed in;</li>
      <li>the name, and what else is known of them.</li>
      </ul>
      <p>The audit trail keeps the number \(id) alone. To keep the grades, <a href="/students#students">end the \
      access</a> instead. <a href="/api/v1/students/\(id)/data" download="student-\(id).json">Save what goes</a> first, \
      if somebody may ask for it.</p>
      <form class="account-form" method="post" action="/students/\(id)/delete">
      \(HiddenField(name: StudentDeletionPage.field, value: "\(id)").html)<div class="run-row">\
      <button class="button primary" type="submit">Delete \(student.name) for good</button> \
      <a class="button" href="/students/\(id)">Keep \(student.name)</a></div>
      </form>
      </div>

      """
    return EntrancePages.layout(outline, "Delete \(student.name)?", "", main)
  }
}
