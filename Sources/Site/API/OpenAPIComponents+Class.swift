internal import JSON

/// The schemas of what an instructor does with a class.
extension OpenAPIComponents {
  private static let number: JSONValue = ["type": "number"]
  private static let flag: JSONValue = ["type": "boolean"]
  private static let time: JSONValue = ["type": "string", "format": "date-time"]
  private static let optionalTime: JSONValue = ["type": ["string", "null"], "format": "date-time"]
  private static let optionalText: JSONValue = ["type": ["string", "null"]]
  private static let optionalCount: JSONValue = ["type": ["integer", "null"]]

  static var gradebook: JSONValue {
    object([
      "exercises": list(object(["id": string, "title": string, "maxScore": number, "deadline": optionalTime])),
      "maxScore": number,
      "students": list(
        object([
          "id": string, "name": string, "login": string, "email": string, "schoolId": string, "section": string,
          "accessEndedAt": optionalTime,
          "grades": list(
            object([
              "exercise": string, "submission": string, "score": number, "maxScore": number, "attempts": integer,
              "submittedAt": time,
            ])),
          "total": number,
        ])),
      "moodle": object([
        "mapBy": optionalText.merged(with: [
          "description":
            "The column by which Moodle is to map its file: the one that tells most students apart. Null if none tells any."
        ]),
        "leftOut": list(string).merged(with: [
          "description": "The ids of those of these students of whom that column has nothing, or what another has too."
        ]),
      ]),
      "next": optionalText,
    ])
  }

  static var canvasFilling: JSONValue {
    let remarks = list(object(["exercise": string, "text": string]))
    return object([
      "students": integer, "filled": integer, "replaced": integer, "unchanged": integer, "excused": integer,
      "unmatchedLines": list(object(["line": integer, "student": string, "reason": string])),
      "missingStudents": list(object(["id": string, "name": string])), "missingColumns": remarks, "scaled": remarks,
      "file": string,
    ])
  }

  static var rosterImport: JSONValue {
    object([
      "dryRun": flag, "added": list(string), "updated": list(object(["id": string, "name": string])),
      "unchanged": integer, "ignoredColumns": list(string),
      "notices": list(object(["line": integer, "student": optionalText, "message": string])).merged(with: [
        "description":
          "Lines to look at, which are imported all the same: their id is another student's too, whose id here is given, or another line's."
      ]),
    ])
  }

  static var regrade: JSONValue {
    let grade = object(["score": number, "maxScore": number, "graderVersion": string])
    return object([
      "exercise": string, "plan": string, "applied": flag, "examined": integer,
      "changes": list(
        object([
          "submission": string, "person": string, "attempt": integer, "before": grade, "after": grade,
          "altersScore": flag,
        ])),
      "failures": list(object(["submission": string, "reason": string])),
    ])
  }

  static var exerciseSettings: JSONValue {
    object([
      "exercise": string, "timeZone": string, "deadline": optionalText, "deadlineUTC": optionalTime,
      "deadlineText": optionalText.merged(with: [
        "description": "The deadline in words, with the zone and how far its clocks are from UTC then."
      ]),
      "deadlineRemark": optionalText.merged(with: [
        "description":
          "Where the zone's clocks show that time twice, which of the two is meant: always the first that comes."
      ]),
      "attemptLimit": optionalCount, "showsSolutionAfterDeadline": flag,
    ])
  }

  static var newExerciseSettings: JSONValue {
    closed([
      "timeZone": text(100).merged(with: ["description": "An IANA name, such as Europe/Berlin."]),
      "deadline": [
        "type": ["string", "null"], "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2})?$",
        "description":
          "What the zone's clocks show then. Of a time that they show twice the first is taken; one that they skip is refused.",
      ],
      "attemptLimit": [
        "type": ["integer", "null"], "minimum": 1, "maximum": .integer(SettingsHandlers.mostAttempts),
      ],
      "showsSolutionAfterDeadline": flag,
    ])
  }

  static var audit: JSONValue {
    object([
      "entries": list(
        object([
          "number": integer, "at": time,
          "actor": ["type": ["object", "null"], "properties": ["id": string, "name": optionalText]],
          "action": string, "subject": string, "detail": string,
        ])),
      "next": optionalText,
    ])
  }
}
