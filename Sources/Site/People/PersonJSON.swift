internal import JSON
internal import Store

extension Person {
  /// What the API shows of a person, to themselves and to instructors.
  var json: JSONValue {
    [
      "id": .string(String(id.rawValue)), "name": .string(name), "role": .string(role.rawValue),
      "login": .string(details.login), "email": .string(details.email), "schoolId": .string(details.schoolID),
      "section": .string(details.section), "addedAt": .string(InstantText.rfc3339(milliseconds: addedAt)),
      "accessEndedAt": revokedAt.map { .string(InstantText.rfc3339(milliseconds: $0)) } ?? .null,
    ]
  }

  /// The answer that shows a new token, once.
  func json(showing token: Secret) -> JSONValue { ["person": json, "token": .string(token.text)] }
}

extension Merger {
  /// What the API shows of it: who is kept, and what of the other is kept and given up.
  var json: JSONValue {
    let dropped = kept.details.dropped(of: other.details)
    return [
      "person": kept.json, "mergedId": .string(String(other.id.rawValue)),
      "submissions": .integer(moved.submissions), "tokens": .integer(moved.tokens),
      "sessions": .integer(moved.sessions),
      "dropped": .object(dropped.map { JSONMember($0.rawValue, .string(other.details[$0])) }),
    ]
  }
}
