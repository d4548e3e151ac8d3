internal import Exercises
internal import HTTP
internal import JSON
internal import Retry
internal import Simulation
internal import Synchronization
internal import Teaching

/// The OpenAPI 3.1 document, made from the routes, their operations and the experiments' schemas.
enum OpenAPIDocument {
  static func json(_ routes: [Route]) -> JSONValue {
    var paths: [(path: String, operations: [JSONMember])] = []
    for route in routes where route.operation.isDocumented {
      for (path, subject) in OpenAPIDocument.paths(of: route) {
        let member = JSONMember(route.method.rawValue.lowercased(), operation(route, path, subject))
        if let index = paths.firstIndex(where: { $0.path == path }) {
          paths[index].operations.append(member)
        } else {
          paths.append((path, [member]))
        }
      }
    }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": .string(CourseOutline.title), "version": .string(CourseSite.version),
        "description":
          "Pure experiments are GET: the same parameters give the same bytes. Live ones are POST. A request body has at most 1 MiB. Errors are RFC 9457 problem details. HEAD is answered wherever GET is, OPTIONS everywhere.",
        "license": ["name": "MIT", "identifier": "MIT"],
      ],
      "servers": [["url": "/"]],
      "paths": .object(paths.map { JSONMember($0.path, .object($0.operations)) }),
      "components": OpenAPIComponents.json,
    ]
  }

  /// What a path is for, where there is one for each of several.
  private enum Subject {
    case none
    case experiment(any Experiment)
    case exercise(any Exercise)

    var title: String? {
      switch self {
      case .none: nil
      case .experiment(let experiment): experiment.title
      case .exercise(let exercise): exercise.title
      }
    }

    var description: String? {
      switch self {
      case .none: nil
      case .experiment(let experiment): experiment.question
      case .exercise(let exercise): exercise.task
      }
    }

    var experiment: (any Experiment)? { if case .experiment(let experiment) = self { experiment } else { nil } }
  }

  /// The path of a route; that of an experiment or exercise once for each that it is for.
  private static func paths(of route: Route) -> [(path: String, subject: Subject)] {
    let path = route.pattern.replacing("...}", with: "}")
    func each(_ isLive: Bool) -> [(path: String, subject: Subject)] {
      Experiments.all.filter { $0.isLive == isLive }.map { (path.replacing("{id}", with: $0.id), .experiment($0)) }
    }
    return switch route.operation.takes {
    case .nothing, .form, .words, .page, .json, .gradebook, .csv: [(path, .none)]
    case .pureExperiment: each(false)
    case .liveExperiment: each(true)
    case .exercise, .answer, .exerciseBody, .regrade:
      ExerciseCatalogue.exercises.map { (path.replacing("{id}", with: $0.id), .exercise($0)) }
    }
  }

  private static func operation(_ route: Route, _ path: String, _ subject: Subject) -> JSONValue {
    let operation = route.operation
    let summary = subject.title.map { "\(operation.summary): \($0)" } ?? operation.summary
    var members = [
      JSONMember("operationId", .string(operationId(route.method, path))),
      JSONMember("tags", [.string(operation.tag)]), JSONMember("summary", .string(summary)),
    ]
    if let description = subject.description { members.append(JSONMember("description", .string(description))) }
    if let security = security(operation.access) { members.append(JSONMember("security", security)) }
    let parameters = pathParameters(path) + self.parameters(operation.takes, subject.experiment)
    if !parameters.isEmpty { members.append(JSONMember("parameters", .array(parameters))) }
    if let body = body(operation.takes, subject) { members.append(JSONMember("requestBody", body)) }
    members.append(JSONMember("responses", responses(operation)))
    return .object(members)
  }

  private static func security(_ access: Access) -> JSONValue? {
    switch access {
    case .all: nil
    case .known, .student, .instructor: [["bearer": []], ["session": []]]
    }
  }

  private static func operationId(_ method: Method, _ path: String) -> String {
    let words = path.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    return ([method.rawValue.lowercased()] + words.map(String.init)).joined(separator: "_")
  }

  private static func pathParameters(_ path: String) -> [JSONValue] {
    path.split(separator: "/").filter { $0.hasPrefix("{") }.map { segment in
      let name = String(segment.dropFirst().dropLast())
      return ["name": .string(name), "in": "path", "required": true, "schema": pathSchema(name, path)]
    }
  }

  private static func pathSchema(_ name: String, _ path: String) -> JSONValue {
    switch name {
    case "id" where path.hasPrefix("/api/"): ["type": "string", "pattern": "^[1-9][0-9]{0,17}$"]
    case "id" where path.hasPrefix("/students/") || path.hasPrefix("/submissions/"):
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

  private static func parameters(_ takes: Operation.Takes, _ experiment: (any Experiment)?) -> [JSONValue] {
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
            "The same for every attempt of one operation. The first answer is then given again, with Idempotency-Replayed: true. Kept for ten minutes, at most until the server restarts.",
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

  /// Bare or quoted.
  private static let keySchema: JSONValue = [
    "type": "string", "minLength": 1, "maxLength": .integer(IdempotencyKey.longest),
    "pattern": "^([!#-+.-:<-~-]+|\"[ !#-\\[\\]-~]+\")$",
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

  private static func body(_ takes: Operation.Takes, _ subject: Subject) -> JSONValue? {
    switch takes {
    case .nothing, .words, .pureExperiment, .page, .exercise, .json(nil, _), .gradebook, .regrade: return nil
    case .csv: return ["required": true, "content": ["text/csv": ["schema": ["type": "string"]]]]
    case .json(let component?, _), .exerciseBody(let component):
      return [
        "required": true,
        "content": .object([JSONMember(Operation.json(component).type, ["schema": Operation.json(component).schema])]),
      ]
    case .answer:
      guard case .exercise(let exercise) = subject else { return nil }
      return ["required": true, "content": ["application/json": ["schema": ExerciseJSON.schema(exercise)]]]
    case .form:
      return ["required": true, "content": ["application/x-www-form-urlencoded": ["schema": ["type": "object"]]]]
    case .liveExperiment:
      let properties = (subject.experiment?.schema.parameters ?? []).map { parameter -> JSONMember in
        var schema = ParameterSchema.json(parameter)
        // What may be left out may also be null, as an answer shows it.
        if case .optionalInteger = parameter.kind { schema = schema.merged(with: ["type": ["integer", "null"]]) }
        return JSONMember(parameter.name, schema.merged(with: ["description": .string(parameter.meaning)]))
      }
      let schema: JSONValue = ["type": "object", "properties": .object(properties), "additionalProperties": false]
      return ["required": true, "content": ["application/json": ["schema": schema]]]
    }
  }

  private static func responses(_ operation: Operation) -> JSONValue {
    var members = operation.answers.map { answer -> JSONMember in
      var value = [JSONMember("description", .string(answer.description))]
      if !answer.content.isEmpty {
        value.append(
          JSONMember("content", .object(answer.content.map { JSONMember($0.type, ["schema": $0.schema]) })))
      }
      return JSONMember(String(answer.status), .object(value))
    }
    let problems = operation.accessProblems + operation.problems
    for problem in problems where !members.contains(where: { $0.name == String(problem.status) }) {
      let all = problems.filter { $0.status == problem.status }
      members.append(
        JSONMember(
          String(problem.status),
          [
            "description": .string(all.map { "\($0.title) (\($0.path))" }.joined(separator: ", or ") + "."),
            "content": OpenAPIComponents.problemContent,
          ]))
    }
    members.append(JSONMember("default", ["$ref": "#/components/responses/Problem"]))
    return .object(members)
  }
}

extension Operation {
  /// The problems of whoever may not ask, or asks too often.
  fileprivate var accessProblems: [ProblemType] {
    switch access {
    case .all: []
    case .known: [.unauthorized, .tooManyRequests]
    case .student, .instructor: [.unauthorized, .forbidden, .tooManyRequests]
    }
  }
}

/// Answers with the document, which is made when it is first asked for.
final class OpenAPIHandler: Sendable {
  private let state = Mutex((routes: [Route](), document: ReadyResponse?.none))

  /// Takes the routes, of which this handler's own is one.
  func describe(_ routes: [Route]) { state.withLock { $0 = (routes, nil) } }

  func document(_ request: Request, _ parameters: PathParameters) throws -> Reply {
    if let document = state.withLock({ $0.document }) { return .ready(try JSONResponse.negotiated(request, document)) }
    return .work(.reading) { [self] _ in
      let document = state.withLock { state in
        let document = state.document ?? JSONResponse.ready(OpenAPIDocument.json(state.routes).bytes)
        state.document = document
        return document
      }
      return Response(try JSONResponse.negotiated(request, document))
    }
  }
}
