internal import Exercises
internal import HTTP
internal import JSON
internal import Simulation
internal import Synchronization

/// The OpenAPI 3.1 document, made from the routes, their operations and the experiments' schemas.
enum OpenAPIDocument {
  static func json(_ routes: [Route.Outline]) -> JSONValue {
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
          "Pure experiments are GET: the same parameters give the same bytes. Live ones are POST. A request body has at most 1 MiB. Errors are RFC 9457 problem details. HEAD is answered wherever GET is, OPTIONS everywhere. If-Match and If-None-Match are heeded by every method but OPTIONS: what is there without an ETag has none of those that a request names.",
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
  private static func paths(of route: Route.Outline) -> [(path: String, subject: Subject)] {
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

  private static func operation(_ route: Route.Outline, _ path: String, _ subject: Subject) -> JSONValue {
    let operation = route.operation
    let summary = subject.title.map { "\(operation.summary): \($0)" } ?? operation.summary
    var members = [
      JSONMember("operationId", .string(operationId(route.method, path))),
      JSONMember("tags", [.string(operation.tag)]), JSONMember("summary", .string(summary)),
    ]
    if let description = subject.description { members.append(JSONMember("description", .string(description))) }
    if let security = security(operation.access) { members.append(JSONMember("security", security)) }
    var parameters = pathParameters(path) + self.parameters(operation.takes, subject.experiment)
    if operation.namesPerson { parameters.append(personParameter) }
    if changesItsTarget(route.method) { parameters += conditionParameters }
    if !parameters.isEmpty { members.append(JSONMember("parameters", .array(parameters))) }
    if let body = body(operation.takes, subject) { members.append(JSONMember("requestBody", body)) }
    members.append(JSONMember("responses", responses(route)))
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

  /// True of what changes, or makes or deletes, just what is at its address.
  private static func changesItsTarget(_ method: Method) -> Bool {
    switch method {
    case .put, .patch, .delete: true
    case .get, .head, .post, .options: false
    }
  }

  private static func responses(_ route: Route.Outline) -> JSONValue {
    let operation = route.operation
    var members = operation.answers.map { answer -> JSONMember in
      var value = [JSONMember("description", .string(answer.description))]
      if !answer.content.isEmpty {
        value.append(
          JSONMember("content", .object(answer.content.map { JSONMember($0.type, ["schema": $0.schema]) })))
      }
      return JSONMember(String(answer.status), .object(value))
    }
    let problems =
      operation.accessProblems + (operation.namesPerson ? [.malformedRequest, .otherPerson] : [])
      + (operation.takes.needsBody ? [.lengthRequired] : []) + operation.problems
      + (changesItsTarget(route.method) ? [.preconditionFailed] : [])
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
  private let state = Mutex((routes: [Route.Outline](), document: ReadyResponse?.none))

  /// Takes the routes, of which this handler's own is one.
  func describe(_ routes: [Route.Outline]) { state.withLock { $0 = (routes, nil) } }

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
