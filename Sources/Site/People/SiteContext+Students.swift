internal import Store

extension SiteContext {
  /// The student of a number, as an address or a form gives it. Blocks.
  /// - Throws: `Problem`: 404 unless it is a student's.
  func student(_ id: String?) throws -> Person {
    guard let number = id.flatMap(PageQuery.number),
      let person = try storage.person(PersonID(rawValue: number)), person.role == .student
    else { throw Problem(.notFound, "There is no such student.") }
    return person
  }
}
