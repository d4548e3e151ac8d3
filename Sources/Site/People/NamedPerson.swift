internal import Exercises
internal import HTTP
internal import Store

/// Whom a request takes itself for. A browser has one cookie for all its tabs: a page that was made for one person sends
/// what it has with the cookie of whoever has signed in since. A request that names its person is refused then.
enum NamedPerson {
  /// Holds the number of a person, as `GET /api/v1/me` tells it. Any request may have it.
  static let field = "Course-Person"

  /// - Throws: `Problem`: 412 if the request names somebody else, 400 unless it names one person or none.
  static func check(_ request: Request, _ person: Person) throws {
    let values = request.headers.values(of: field)
    guard let value = values.first else { return }
    guard values.count == 1, let number = PageQuery.number(value) else {
      throw Problem(.malformedRequest, "The field \(field) must hold the number of one person.")
    }
    guard number == person.id.rawValue else {
      throw Problem(
        .otherPerson, "The request is of person \(number), and somebody else is signed in. Nothing was done.")
    }
  }

  /// For whom a form was made; nil for one that does not tell.
  enum Form {
    case nobody
    case caller
    case somebodyElse
  }

  static func form(_ form: Query, _ caller: Caller) -> Form? {
    form[ExerciseForm.personField].map { name in
      name.isEmpty ? .nobody : name == String(caller.person.id.rawValue) ? .caller : .somebodyElse
    }
  }
}
