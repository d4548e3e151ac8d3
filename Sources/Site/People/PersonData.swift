internal import Exercises
internal import JSON
internal import Store

/// Everything that is kept of a person, for whoever asks what that is.
enum PersonData {
  private static let most = 100_000

  /// - Parameter reader: A student sees of hidden checks what they see anywhere: how many passed.
  static func json(_ person: Person, _ storage: any Storage, for reader: Marking.Reader) throws(StoreError)
    -> JSONValue
  {
    let submissions = try storage.submissions(person: person.id, exercise: nil, after: nil, limit: most)
    return [
      "person": person.json,
      "submissions": .array(
        submissions.map { submission in
          guard case .object(let members) = submission.json(for: reader) else { return .null }
          let body =
            (try? JSONParser.parse(submission.body)) ?? .string(String(decoding: submission.body, as: UTF8.self))
          return .object(members + [JSONMember("body", body)])
        }),
    ]
  }
}
