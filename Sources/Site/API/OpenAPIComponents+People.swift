internal import JSON
internal import Store
internal import Teaching

/// The schemas of people, exercises and submissions.
extension OpenAPIComponents {
  /// A body that has all of these members and no other.
  static func closed(_ properties: KeyValuePairs<String, JSONValue>, optional: [String] = []) -> JSONValue {
    object(properties, optional: optional).merged(with: ["additionalProperties": false])
  }

  static func text(_ maxBytes: Int) -> JSONValue {
    ["type": "string", "minLength": 1, "maxLength": .integer(maxBytes)]
  }

  private static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }

  private static let number: JSONValue = ["type": "number"]
  private static let time: JSONValue = ["type": "string", "format": "date-time"]
  private static let optionalTime: JSONValue = ["type": ["string", "null"], "format": "date-time"]
  private static let cursor: JSONValue = ["type": ["string", "null"]]

  static var person: JSONValue {
    object([
      "id": string, "name": string, "role": ["type": "string", "enum": ["student", "instructor"]], "login": string,
      "email": string, "schoolId": string, "section": string, "addedAt": time, "accessEndedAt": optionalTime,
    ])
  }

  static var me: JSONValue {
    object(["person": reference("Person"), "means": ["type": "string", "enum": ["bearer", "session"]]])
  }

  static var students: JSONValue { object(["students": list(reference("Person")), "next": cursor]) }

  static var newStudent: JSONValue {
    closed(personTexts, optional: PersonField.allCases.filter { $0 != .name }.map(\.rawValue))
  }

  /// Members that are left out stay as they are.
  static var studentChanges: JSONValue { closed(personTexts, optional: PersonField.allCases.map(\.rawValue)) }

  static var merge: JSONValue {
    closed([
      "from": [
        "type": "string", "pattern": "^[1-9][0-9]{0,17}$",
        "description": "The student who goes up in the one of the path.",
      ]
    ])
  }

  static var merged: JSONValue {
    object([
      "person": reference("Person"), "mergedId": string, "submissions": integer, "tokens": integer,
      "sessions": integer,
      "dropped": object([:]).merged(with: [
        "additionalProperties": string,
        "description": "What was known of the other and is given up, since something else is known of who is kept.",
      ]),
    ])
  }

  private static var personTexts: KeyValuePairs<String, JSONValue> {
    [
      "name": personText(.name), "login": personText(.login), "email": personText(.email),
      "schoolId": personText(.schoolID), "section": personText(.section),
    ]
  }

  /// A text about a person, without control characters and those that turn the direction of writing.
  static func personText(_ field: PersonField) -> JSONValue {
    let meaning =
      switch field {
      case .name: "Has something that can be seen, and nothing that cannot, but where a script or an emoji needs it."
      case .login:
        "In the school's own system. No other person's, in any case; nothing in it is invisible. Empty if unknown."
      case .email: "An e-mail address, no other person's in any case; nothing in it is invisible. Empty if unknown."
      case .schoolID:
        "What the school's system counts by: Canvas's SIS User ID, Moodle's idnumber. Nothing in it is invisible. Empty if unknown."
      case .section: "The section or group. Nothing in it is invisible, as in a name. Empty if unknown."
      }
    return [
      "type": "string", "minLength": .integer(field == .name ? 1 : 0), "maxLength": .integer(PersonRules.longest),
      "pattern": "^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028-\\u202E\\u2066-\\u2069]*$", "description": .string(meaning),
    ]
  }

  static var heldTokens: JSONValue {
    object([
      "tokens": list(
        object([
          "id": string, "kind": ["type": "string", "enum": ["bearer", "session", "invitation"]], "madeAt": time,
          "expiresAt": optionalTime, "inUse": ["type": "boolean"],
        ]))
    ])
  }

  static var personData: JSONValue {
    object(["person": reference("Person"), "submissions": list(reference("Submission"))])
  }

  static var exerciseSummary: JSONValue { object(summaryMembers) }

  static var exercises: JSONValue { object(["exercises": list(reference("ExerciseSummary"))]) }

  static var exercise: JSONValue {
    [
      "allOf": [
        reference("ExerciseSummary"),
        object([
          "task": string, "graderVersion": string, "schema": ["type": "object"], "fields": list(["type": "object"]),
          "checks": object([
            "visible": list(object(["name": string, "points": number])), "hidden": object(["of": integer]),
          ]),
          "given": ["type": "object"],
          "attempts": [
            "type": ["object", "null"], "properties": ["used": integer, "left": ["type": ["integer", "null"]]],
            "description":
              "The asking person's; null if nobody is known. Left is null for any number, and 0 after the deadline.",
          ],
          "solution": solution,
        ]),
      ]
    ]
  }

  private static var solution: JSONValue {
    object(
      [
        "answers": ["type": "object"], "policy": ["type": "object"],
        "reasons": ["type": "object", "additionalProperties": string], "explanation": list(string),
      ], optional: ["answers", "policy"]
    ).merged(with: [
      "type": ["object", "null"],
      "description":
        "A model solution, with the answers or the policy as a submission has them, for the asking person. Null for whoever is not known, and for everybody until the deadline has passed or where the instructor has not set that it be shown.",
    ])
  }

  private static var summaryMembers: KeyValuePairs<String, JSONValue> {
    [
      "id": string, "title": string, "lesson": string, "page": string,
      "kind": ["type": "string", "enum": ["answers", "policy"]], "maxScore": number, "deadline": optionalTime,
      "timeZone": string, "attemptLimit": ["type": ["integer", "null"]],
      "showsSolutionAfterDeadline": ["type": "boolean"],
    ]
  }

  private static var tally: JSONValue { object(["passed": integer, "of": integer]) }

  private static var checks: JSONValue {
    list(
      object([
        "name": string, "visible": ["type": "boolean"], "passed": ["type": "boolean"], "points": number, "of": number,
        "message": string,
      ]))
  }

  static var checked: JSONValue {
    object([
      "exercise": string, "graderVersion": string, "visible": tally, "hidden": object(["of": integer]),
      "checks": checks,
    ])
  }

  static var submission: JSONValue {
    object(
      [
        "id": string, "exercise": string, "attempt": integer, "submittedAt": time, "person": string,
        "status": ["type": "string", "enum": ["pending", "graded", "failed"]], "endedAt": time, "gradedAt": time,
        "score": number, "maxScore": number, "graderVersion": string, "visible": tally, "hidden": tally,
        "checks": checks, "body": ["type": "object"],
      ],
      optional: [
        "person", "endedAt", "gradedAt", "score", "maxScore", "graderVersion", "visible", "hidden", "checks", "body",
      ])
  }

  static var grades: JSONValue {
    object([
      "grades": list(
        object([
          "exercise": string, "score": number, "maxScore": number, "submission": string, "attempts": integer,
          "submittedAt": time,
        ])),
      "total": number, "history": list(reference("Submission")), "next": cursor,
    ])
  }
}
