internal import Exercises
internal import HTTP
internal import JSON
internal import Retry
internal import Simulation
internal import Teaching

/// What a route takes in its path, its query and its header fields.
extension OpenAPIDocument {
  static func pathParameters(_ path: String) -> [JSONValue] {
    path.split(separator: "/").filter { $0.hasPrefix("{") }.map { segment in
      let name = String(segment.dropFirst().dropLast())
      return ["name": .string(name), "in": "path", "required": true, "schema": pathSchema(name, path)]
    }
  }

  private static func pathSchema(_ name: String, _ path: String) -> JSONValue {
    switch name {
    case "id" where path.hasPrefix("/api/"): ["type": "string", "pattern": "^[1-9][0-9]{0,17}$"]
    case "id" where path.contains("/students/") || path.hasPrefix("/submissions/"):
      ["type": "string", "pattern": "^[1-9][0-9]{0,17}$"]
    case "id" where path.contains("/exercises/"):
      ["type": "string", "enum": .strings(ExerciseCatalogue.exercises.map(\.id))]
    case "id": ["type": "string", "enum": .strings(Experiments.all.map(\.id))]
    case "token": ["type": "string", "pattern": "^[0-9a-f]{32}$"]
    case "type": ["type": "string", "enum": .strings(ProblemType.allCases.map(\.rawValue))]
    case "slug": ["type": "string", "pattern": "^[a-z0-9-]+$"]
    case "code": ["type": "string", "pattern": "^[A-Za-z0-9-]+$"]
    case "path": ["type": "string", "pattern": "^[A-Za-z0-9._/-]+$"]
    default: ["type": "string"]
    }
  }

  static func parameters(_ takes: Operation.Takes, _ experiment: (any Experiment)?) -> [JSONValue] {
    switch takes {
    case .nothing, .form, .exercise, .exerciseBody: return []
    case .page: return pageParameters
    case .gradebook:
      return pageParameters + [
        [
          "name": "format", "in": "query", "description": "JSON by pages, or the whole gradebook as a file.",
          "schema": [
            "type": "string", "enum": .strings(GradebookFormat.allCases.map(\.rawValue)), "default": "json",
          ],
        ]
      ]
    case .csv(let key):
      guard key != .none else { return [] }
      return [
        [
          "name": "dryRun", "in": "query", "description": "Only say what would change.",
          "schema": ["type": "boolean", "default": false],
        ]
      ] + keyParameters(key)
    case .regrade:
      return [
        [
          "name": "If-Match", "in": "header",
          "description": "The ETag of a dry run: makes exactly its changes. Left out, this is a dry run.",
          "schema": ["type": "string"],
        ]
      ]
    case .json(_, let key), .answer(let key): return keyParameters(key)
    case .words(let isRequired):
      return [
        [
          "name": "q", "in": "query", "required": .bool(isRequired), "description": "The words to look for.",
          // A query with a NUL is refused as a whole.
          "schema": [
            "type": "string", "maxLength": .integer(SearchQuery.maximumLength), "pattern": "^[^\\u0000]*$",
          ],
        ]
      ]
    case .liveExperiment:
      return [
        [
          "name": "Idempotency-Key", "in": "header",
          "description":
            "The same for every attempt of one operation. The first answer is then given again, with Idempotency-Replayed: true. It counts within the person who sends it, or the address where nobody is known. Kept for ten minutes, at most until the server restarts.",
          "schema": keySchema,
        ]
      ]
    case .pureExperiment:
      let own = (experiment?.schema.parameters ?? []).map { parameter -> JSONValue in
        [
          "name": .string(parameter.name), "in": "query", "description": .string(parameter.meaning),
          // Lists are comma-separated.
          "style": "form", "explode": false, "schema": ParameterSchema.json(parameter),
        ]
      }
      return own + [
        [
          "name": "engine", "in": "query",
          "description": "The engine whose result is meant. With it the answer may be cached for a day.",
          "schema": ["type": "integer", "const": .integer(Catalogue.engine)],
        ],
        [
          "name": "format", "in": "query", "description": "The form of the answer, whatever Accept says.",
          "schema": ["type": "string", "enum": ["json", "csv"]],
        ],
      ]
    }
  }

  /// Bare or quoted, then with a backslash before each quote and backslash.
  private static let keySchema: JSONValue = [
    "type": "string", "minLength": 1, "maxLength": .integer(2 + 2 * IdempotencyKey.longest),
    "pattern": .string(
      #"^([-!#-+.-:<-\[\]-~]{1,255}|"([ !#-\[\]-~]|\\["\\]){1,255}")$"#.replacing(
        "255", with: "\(IdempotencyKey.longest)")),
  ]

  static let personParameter: JSONValue = [
    "name": .string(NamedPerson.field), "in": "header",
    "description":
      "The number of the person whose request this is, as GET /api/v1/me tells it. If the token or cookie is somebody else's, the answer is 412 and nothing was done. Every route heeds it.",
    "schema": ["type": "string", "pattern": .string(NamedPerson.pattern)],
  ]

  /// Of what changes something at its address.
  static let conditionParameters: [JSONValue] = [
    [
      "name": "If-Match", "in": "header",
      "description":
        "Only if what is there has one of these ETags, or with *, if anything is there; else the answer is 412 and nothing was changed.",
      "schema": ["type": "string"],
    ],
    [
      "name": "If-None-Match", "in": "header",
      "description":
        "Only if what is there has none of these ETags, or with *, if nothing is there; else the answer is 412 and nothing was changed.",
      "schema": ["type": "string"],
    ],
  ]

  private static var pageParameters: [JSONValue] {
    [
      [
        "name": "limit", "in": "query", "description": "How many elements the answer has at most.",
        "schema": [
          "type": "integer", "minimum": 1, "maximum": .integer(PageQuery.mostPerPage),
          "default": .integer(PageQuery.usual),
        ],
      ],
      [
        "name": "cursor", "in": "query", "description": "The next of the answer before.",
        "schema": ["type": "string", "pattern": "^[1-9][0-9]{0,17}$"],
      ],
    ]
  }

  private static func keyParameters(_ use: Operation.KeyUse) -> [JSONValue] {
    guard use != .none else { return [] }
    let kept = use == .required ? "as long as the submission" : "for seven days"
    return [
      [
        "name": "Idempotency-Key", "in": "header", "required": .bool(use == .required),
        "description": .string(
          "The same for every attempt of one operation. The first answer is then given again, with Idempotency-Replayed: true. Kept \(kept)."
        ),
        "schema": keySchema,
      ]
    ]
  }
}
