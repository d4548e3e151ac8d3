internal import HTTP
internal import JSON
internal import Store
internal import Teaching

/// Answers an instructor's pages of students and join codes. What they do is what the API does.
struct StudentPageHandlers: Sendable {
  let context: SiteContext

  private static let perPage = 100

  func list(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard try instructor(caller) != nil else { return StudentPageHandlers.signIn }
    let notice = request.query["done"].flatMap(Notice.init(rawValue:))?.text
    return page(try list(after: request.query["after"].flatMap(PageQuery.number), notice: notice))
  }

  // MARK: Students

  func add(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard let instructor = try instructor(caller) else { return StudentPageHandlers.signIn }
    let form = try RequestBody.form(of: request, conditions: .now)
    var fields = FormFields(form)
    let key = fields.key
    let given = PersonField.allCases.map { (name: $0.rawValue, value: fields.text($0)) }
    func refused(_ faults: [String: String]) throws -> Response {
      var list = try list()
      list.added = Dictionary(given.map { ($0.name, $0.value) }) { first, _ in first }
      list.addFaults = faults
      return page(list, .unprocessableContent)
    }
    guard fields.faults.isEmpty else { return try refused(fields.faults) }
    let body = JSONValue.object(given.filter { !$0.value.isEmpty }.map { JSONMember($0.name, .string($0.value)) })
    do {
      let response = try StudentHandlers(context: context).add(
        try InnerRequest.post("/api/v1/students", body: body, key, for: request), PathParameters(), instructor)
      return try shown(response, isNew: true)
    } catch let problem as Problem where problem.type == .conflict {
      return try refused(StudentPageHandlers.faults(problem))
    }
  }

  func renewToken(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard let instructor = try instructor(caller) else { return StudentPageHandlers.signIn }
    let form = try RequestBody.form(of: request, conditions: .now)
    let id = try context.student(form["id"]).id
    return try shown(
      try TokenGrant(context: context).answer(
        try InnerRequest.post("/api/v1/students/\(id.rawValue)/tokens", FormFields(form).key, for: request), to: id,
        replacing: true, by: instructor))
  }

  func readmit(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard let instructor = try instructor(caller) else { return StudentPageHandlers.signIn }
    let form = try RequestBody.form(of: request, conditions: .now)
    let id = try context.student(form["id"]).id
    return try shown(
      try TokenGrant(context: context).readmission(
        try InnerRequest.post("/api/v1/students/\(id.rawValue)/readmission", FormFields(form).key, for: request),
        of: id, by: instructor))
  }

  func end(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard let instructor = try instructor(caller) else { return StudentPageHandlers.signIn }
    try context.storage.revoke(
      try context.student(try RequestBody.form(of: request, conditions: .now)["id"]).id, at: context.time(),
      by: instructor.actor)
    return done(.ended)
  }

  // MARK: Join codes

  func openCode(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard let instructor = try instructor(caller) else { return StudentPageHandlers.signIn }
    try Conditions.check(request)
    try context.storage.addJoinCode(JoinCode.random(), at: context.time(), by: instructor.actor)
    return done(.opened)
  }

  func closeCode(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard let instructor = try instructor(caller) else { return StudentPageHandlers.signIn }
    let code = JoinCode.normal(try RequestBody.form(of: request, conditions: .now)["code"] ?? "")
    try orDone(code) { try context.storage.closeJoinCode(code, at: context.time(), by: instructor.actor) }
    return done(.closed)
  }

  func rotateCode(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard let instructor = try instructor(caller) else { return StudentPageHandlers.signIn }
    let code = JoinCode.normal(try RequestBody.form(of: request, conditions: .now)["code"] ?? "")
    try orDone(code) {
      try context.storage.replaceJoinCode(code, by: JoinCode.random(), at: context.time(), by: instructor.actor)
    }
    return done(.rotated)
  }

  /// A second click finds a code that is not open any more, which is what was wanted.
  /// - Throws: `Problem`: 404 if there never was such a code.
  private func orDone(_ code: String, _ body: () throws -> Void) throws {
    do { try body() } catch StoreError.unknownJoinCode {
      guard try context.storage.knowsJoinCode(code) else { throw Problem(.notFound, "There is no such join code.") }
    }
  }

  // MARK: Parts

  enum Notice: String {
    case opened, closed, rotated, ended, deleted, absent

    var text: String {
      switch self {
      case .opened: "A new join code is open."
      case .closed: "The join code is closed."
      case .rotated: "The join code is closed, and another is open."
      case .ended: "The access has ended. What was handed in stays."
      case .deleted: "The student is deleted, with everything that they handed in."
      case .absent: "There is no such student, or not any more."
      }
    }
  }

  func done(_ notice: Notice) -> Response { PageResponse.redirect(to: "/students?done=\(notice.rawValue)") }

  /// - Returns: nil for somebody who is not signed in.
  /// - Throws: `Problem`: 403 for a student.
  func instructor(_ caller: Caller?) throws -> Caller? {
    guard let caller else { return nil }
    guard caller.isInstructor else { throw Problem(.forbidden, "This is for instructors.") }
    return caller
  }

  static let signIn = PageResponse.redirect(to: "/sign-in?next=/students")

  private func list(after cursor: Int? = nil, notice: String? = nil) throws -> StudentList {
    let found = try context.storage.people(
      role: .student, after: cursor.map(PersonID.init(rawValue:)), limit: StudentPageHandlers.perPage + 1)
    let shown = found.prefix(StudentPageHandlers.perPage)
    return StudentList(
      students: shown.map { person in
        StudentList.Row(
          id: person.id.rawValue, name: person.name, login: person.details.login, email: person.details.email,
          section: person.details.section, isEnded: person.revokedAt != nil)
      },
      next: found.count > shown.count ? shown.last.map { "after=\($0.id.rawValue)" } : nil,
      codes: try context.storage.joinCodes(), notice: notice)
  }

  private func shown(_ response: Response, isNew: Bool = false) throws -> Response {
    let (token, id, name) = try InnerRequest.token(in: response)
    let added = isNew ? try context.storage.person(id) : nil
    let shared: SharedNumber? = if let added { try context.storage.sharedNumber(of: added) } else { nil }
    return PageResponse.response(
      Pages.newToken(token, of: name, id, shared, in: context.shelf.outline), isStored: false)
  }

  private func page(_ list: StudentList, _ status: Status = .ok) -> Response {
    PageResponse.response(
      Pages.students(list, key: Secret().text, in: context.shelf.outline), status, isStored: false)
  }
}
