internal import JSON
internal import Store

/// The schemas that several operations of the OpenAPI document share.
enum OpenAPIComponents {
  static let problemContent: JSONValue = [
    "application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]
  ]

  static var json: JSONValue {
    [
      "schemas": [
        "Problem": problem, "Run": run, "Table": table, "Lessons": lessons, "Experiments": experiments, "Hits": hits,
        "Status": object(["status": string]), "Person": person, "Me": me, "Students": students,
        "NewStudent": newStudent, "StudentChanges": studentChanges,
        "Merge": merge, "Merged": merged,
        "NewToken": object(["person": ["$ref": "#/components/schemas/Person"], "token": string]),
        "HeldTokens": heldTokens, "PersonData": personData,
        "Enrolment": closed(["code": text(Enrolment.longestCode), "name": personText(.name)]),
        "SignIn": closed(["token": text(200)]),
        "Session": object(["person": ["$ref": "#/components/schemas/Person"]]),
        "JoinCode": object(["code": string]), "JoinCodes": object(["codes": list(string)]),
        "ExerciseSummary": exerciseSummary, "Exercises": exercises, "Exercise": exercise, "Checked": checked,
        "Submission": submission, "Grades": grades, "Gradebook": gradebook, "CanvasFilling": canvasFilling,
        "RosterImport": rosterImport, "Regrade": regrade, "ExerciseSettings": exerciseSettings,
        "NewExerciseSettings": newExerciseSettings, "Audit": audit,
      ],
      "securitySchemes": [
        "bearer": ["type": "http", "scheme": "bearer", "description": "A token, shown once when it was made."],
        "session": [
          "type": "apiKey", "in": "cookie", "name": "sid",
          "description":
            "A browser's session; behind TLS the cookie is __Host-sid. What changes something must come from a page of this site.",
        ],
      ],
      "responses": ["Problem": ["description": "The request is not answered as asked.", "content": problemContent]],
    ]
  }

  static let string: JSONValue = ["type": "string"]
  static let integer: JSONValue = ["type": "integer"]

  static func list(_ items: JSONValue) -> JSONValue { ["type": "array", "items": items] }

  /// An object that has all of these members, and may one day have more.
  static func object(_ properties: KeyValuePairs<String, JSONValue>, optional: [String] = []) -> JSONValue {
    let members = properties.map { JSONMember($0.key, $0.value) }
    return [
      "type": "object", "properties": .object(members),
      "required": .strings(members.map(\.name).filter { !optional.contains($0) }),
    ]
  }

  private static var problem: JSONValue {
    object(
      [
        "type": ["type": "string", "enum": .strings(ProblemType.allCases.map(\.path))], "title": string,
        "status": integer, "detail": string, "requestId": string,
        "errors": list([
          "type": "object",
          "properties": ["parameter": string, "pointer": string, "detail": string], "required": ["detail"],
        ]),
      ], optional: ["requestId", "errors"])
  }

  private static var run: JSONValue {
    object([
      "experiment": string, "engine": integer, "seed": integer, "parameters": ["type": "object"],
      "result": ["type": "object"], "reading": string, "tables": list(["$ref": "#/components/schemas/Table"]),
    ])
  }

  private static var table: JSONValue {
    object(["caption": string, "columns": list(string), "rows": list(list(["type": ["string", "number", "null"]]))])
  }

  private static var lessons: JSONValue {
    object([
      "lessons": list(
        object([
          "slug": string, "title": string, "summary": string, "order": integer, "minutes": integer, "page": string,
          "headings": list(object(["id": string, "text": string, "level": integer])),
          "cells": list(object(["id": string, "experiment": string, "parameters": ["type": "object"]])),
        ]))
    ])
  }

  private static var hits: JSONValue {
    object([
      "query": string,
      "hits": list(
        object([
          "page": string, "heading": string, "address": string,
          "excerpt": list(object(["text": string, "match": ["type": "boolean"]])),
        ])),
    ])
  }

  private static var experiments: JSONValue {
    object([
      "engine": integer,
      "experiments": list(
        object([
          "id": string, "title": string, "question": string, "live": ["type": "boolean"], "page": string,
          "run": object(["method": string, "path": string]),
          "parameters": list(
            object([
              "name": string, "label": string, "unit": string, "meaning": string, "allowed": string,
              "schema": ["type": "object"],
            ])),
          "presets": list(object(["name": string, "parameter": string, "values": ["type": "object"]])),
        ])),
    ])
  }
}
