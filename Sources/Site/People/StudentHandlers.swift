internal import Exercises
internal import HTTP
internal import JSON
internal import Store

/// Answers what an instructor asks about students.
struct StudentHandlers: Sendable {
  let context: SiteContext

  func list(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    let query = try PageQuery(request)
    let found = try context.storage.people(
      role: .student, after: query.cursor.map(PersonID.init(rawValue:)), limit: query.limit + 1)
    let (students, next) = query.part(found) { $0.id.rawValue }
    let answer: JSONValue = ["students": .array(students.map(\.json)), "next": next]
    return try JSONResponse.negotiated(request, answer.bytes)
  }

  func add(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    let now = context.time()
    let sealed = try SealedAnswer(request, by: caller, at: now)
    var body = try BodyMembers(request, conditions: .now)
    let person = NewPerson(
      name: body.name(), login: body.text(.login) ?? "", email: body.text(.email) ?? "",
      schoolID: body.text(.schoolID) ?? "", section: body.text(.section) ?? "")
    try body.finish()
    let token = Secret()
    let outcome = try context.refusingTaken({ person[$0] }) { () throws(StoreError) in
      try context.storage.add(
        person, token: NewToken(token.digest, kind: .bearer), claim: sealed.claim, at: now, by: caller.actor
      ) { added in
        sealed.kept(
          RecordedResponse(
            .created, added.json(showing: token), [.init("Location", "/api/v1/students/\(added.id.rawValue)")]))
      }
    }
    return try sealed.response(outcome)
  }

  func one(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    try JSONResponse.negotiated(request, tagged: try student(parameters).json.bytes)
  }

  /// Changes what is known of a student; what the body leaves out stays.
  func change(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    let student = try student(parameters)
    var body = try BodyMembers(request, conditions: .later)
    var given: [PersonField: String] = [:]
    for field in PersonField.allCases { given[field] = body.text(field) }
    try body.finish()
    let person = try context.refusingTaken({ given[$0] ?? "" }, for: student) { () throws(StoreError) in
      try context.storage.change(
        student.id, supposing: StudentHandlers.supposition(of: request), at: context.time(), by: caller.actor
      ) { [given] details in
        for (field, text) in given { details[field] = text }
      }
    }
    return JSONResponse.response(tagged: person.json.bytes)
  }

  /// Makes one of two students: the other's work and tokens become those of the one in the path.
  func merge(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    let now = context.time()
    let sealed = try SealedAnswer(request, by: caller, at: now)
    var body = try BodyMembers(request, conditions: .later)
    let from = body.text("from", maxBytes: 20)
    try body.finish()
    // Before the other is looked for, who is gone if this was carried out.
    if let claim = sealed.claim, let outcome = try context.storage.outcome(of: claim, at: now) {
      return try sealed.response(outcome)
    }
    let student = try student(parameters)
    try Conditions.check(request)
    func refused(_ detail: String) -> Problem {
      Problem(.invalidBody, "The body is not what this address takes.", errors: [.member("from", detail)])
    }
    guard let number = PageQuery.number(from), let other = try context.storage.person(PersonID(rawValue: number)),
      other.role == .student
    else { throw refused("must be the id of a student; there is none with this one") }
    guard other.id != student.id else { throw refused("must be another student than the one in the path") }
    let outcome = try context.storage.merge(
      other.id, into: student.id, claim: sealed.claim, at: now, by: caller.actor
    ) { sealed.kept(RecordedResponse(.ok, $0.json)) }
    return try sealed.response(outcome)
  }

  /// Forgets a student with everything they handed in.
  func delete(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    try context.storage.delete(
      try student(parameters).id, supposing: StudentHandlers.supposition(of: request), at: context.time(),
      by: caller.actor)
    return StudentHandlers.done
  }

  /// A new token for a student; the earlier ones end.
  func renewToken(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    try TokenGrant(context: context).answer(request, to: try student(parameters).id, replacing: true, by: caller)
  }

  /// Ends a student's access; what they handed in stays.
  func revoke(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    let student = try student(parameters)
    try Conditions.check(request)
    try context.storage.revoke(student.id, at: context.time(), by: caller.actor)
    return StudentHandlers.done
  }

  /// Lets a student in again whose access ended, with a new token.
  func readmit(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    try TokenGrant(context: context).readmission(request, of: try student(parameters).id, by: caller)
  }

  /// Everything that is kept of a student.
  func data(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    let data = try PersonData.json(try student(parameters), context.storage, for: .instructor)
    return try JSONResponse.negotiated(request, data.bytes)
  }

  static let done = Response(.noContent, headers: SecurityHeaders.data.with("Cache-Control", "no-store"))

  private static func supposition(of request: Request) -> Supposition<Person> {
    Conditions.supposition(of: request) { $0.json.bytes }
  }

  private func student(_ parameters: PathParameters) throws -> Person { try context.student(parameters["id"]) }
}
