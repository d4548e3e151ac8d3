internal import Exercises
internal import HTTP
internal import Store

/// Whom a request takes itself for. A browser has one cookie for all its tabs: a page that was made for one person sends
/// what it has with the cookie of whoever has signed in since. A request that names its person is refused then.
enum NamedPerson {
  /// Holds the number of a person, as `GET /api/v1/me` tells it. Any request may have it.
  static let field = "Course-Person"
  private static let mostDigits = 18
  /// Of the field's value.
  static let pattern = "^[1-9][0-9]{0,\(mostDigits - 1)}$"

  /// The caller, as whom a request takes them: as they are, or as somebody who was merged into them since.
  /// - Throws: `Problem`: 412 if the request names somebody else, 400 unless it names one person or none.
  static func checked(_ request: Request, _ caller: Caller, _ storage: any Storage) throws -> Caller {
    let values = request.headers.values(of: field)
    guard let value = values.first else { return caller }
    guard values.count == 1, value.utf8.count <= mostDigits, let number = PageQuery.number(value), number > 0 else {
      throw Problem(.malformedRequest, "The field \(field) must hold the number of one person.")
    }
    guard let named = try known(PersonID(rawValue: number), caller, storage) else {
      throw Problem(
        .otherPerson, "The request is of person \(number), and somebody else is signed in. Nothing was done.")
    }
    return named
  }

  /// Nil if the number is not, and never was, the caller's.
  private static func known(_ number: PersonID, _ caller: Caller, _ storage: any Storage) throws -> Caller? {
    if number == caller.person.id { return caller }
    return try storage.formerNumbers(of: caller.person.id).contains(number) ? caller.asked(as: number) : nil
  }

  /// For whom a form was made; nil for one that does not tell.
  enum Form {
    case nobody
    case caller(Caller)
    case somebodyElse
  }

  static func form(_ form: Query, _ caller: Caller, _ storage: any Storage) throws -> Form? {
    guard let name = form[ExerciseForm.personField] else { return nil }
    if name.isEmpty { return .nobody }
    guard let number = PageQuery.number(name), let named = try known(PersonID(rawValue: number), caller, storage)
    else { return .somebodyElse }
    return .caller(named)
  }
}
