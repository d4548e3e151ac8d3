internal import JSON

/// What a route does, as the OpenAPI document tells it.
struct Operation: Sendable {
  struct Answer: Sendable {
    let status: Int
    let description: String
    /// By media type, each with its schema; nothing for an answer without content.
    let content: [(type: String, schema: JSONValue)]

    init(_ status: Int, _ description: String, _ content: [(type: String, schema: JSONValue)] = []) {
      self.status = status
      self.description = description
      self.content = content
    }
  }

  /// What a route takes beside the parameters in its path.
  enum Takes: Sendable {
    case nothing
    /// A form of an experiment's page.
    case form
    /// `q`, the words to look for.
    case words(isRequired: Bool)
    /// The parameters of a pure experiment, as a query. There is one such path for each.
    case pureExperiment
    /// The parameters of a live experiment, as a JSON body. There is one such path for each.
    case liveExperiment
    /// `limit` and `cursor`.
    case page
    /// A JSON body of the component of that name; nil for none. It may have an idempotency key.
    case json(String?, key: KeyUse)
    /// Nothing, but there is one such path for each exercise.
    case exercise
    /// A JSON body of the component of that name. There is one such path for each exercise.
    case exerciseBody(String)
    /// `limit`, `cursor` and `format`.
    case gradebook
    /// A CSV file; with a key, also `dryRun`.
    case csv(key: KeyUse)
    /// `If-Match`, to do what a dry run showed. There is one such path for each exercise.
    case regrade
    /// An answer to an exercise, as a JSON body. There is one such path for each.
    case answer(key: KeyUse)

    /// The media type of the body; nil where there need not be one.
    var bodyType: String? {
      switch self {
      case .form: "application/x-www-form-urlencoded"
      case .liveExperiment, .json(_?, _), .exerciseBody, .answer: "application/json"
      case .csv: "text/csv"
      case .nothing, .words, .pureExperiment, .page, .json(nil, _), .exercise, .gradebook, .regrade: nil
      }
    }

    /// False where there is no body, or may be none.
    var needsBody: Bool { bodyType != nil }
  }

  /// Whether a route takes an idempotency key.
  enum KeyUse: Sendable {
    case none, optional, required
  }

  let tag: String
  let summary: String
  /// Who may ask. Routes made by `Gate` ask this; the others are for all.
  var access = Access.all
  var takes = Takes.nothing
  /// True where the document tells of the field by which a request names its person.
  var namesPerson = false
  let answers: [Answer]
  /// The problems that are the route's own. Any route can be refused by the connection besides.
  var problems: [ProblemType] = []
  /// False for what is no part of the site.
  var isDocumented = true

  private static let html: [(type: String, schema: JSONValue)] = [("text/html", ["type": "string"])]

  static func json(_ component: String) -> (type: String, schema: JSONValue) {
    ("application/json", ["$ref": .string("#/components/schemas/\(component)")])
  }

  static func page(_ summary: String) -> Operation {
    Operation(
      tag: "pages", summary: summary,
      answers: [Answer(200, "The page.", html), Answer(304, "The page that the client has is current.")],
      problems: [.notFound])
  }

  static func form(_ summary: String) -> Operation {
    Operation(
      tag: "pages", summary: summary, takes: .form,
      answers: [
        Answer(200, "The page.", html),
        Answer(
          400, "The page, with what is wrong beside each field; a problem, if the form itself cannot be read.",
          html + [("application/problem+json", ["$ref": "#/components/schemas/Problem"])]),
      ],
      problems: [
        .unauthorized, .crossSite, .notFound, .methodNotAllowed, .unsupportedMediaType, .tooManyRequests, .overloaded,
      ])
  }

  static let file = Operation(
    tag: "pages", summary: "A static file",
    answers: [
      Answer(200, "The file.", [("*/*", [:])]), Answer(206, "A part of the file.", [("*/*", [:])]),
      Answer(304, "The file that the client has is current."),
    ],
    problems: [.notFound, .preconditionFailed, .rangeNotSatisfiable])

  static let lessons = Operation(
    tag: "lessons", summary: "The lessons, in reading order",
    answers: [Answer(200, "All lessons.", [json("Lessons")])], problems: [.notAcceptable])

  static let searchPage = Operation(
    tag: "pages", summary: "The search", takes: .words(isRequired: false), answers: [Answer(200, "The page.", html)],
    problems: [.invalidParameters])

  static let search = Operation(
    tag: "lessons", summary: "Search the course", takes: .words(isRequired: true),
    answers: [Answer(200, "The sections found, the best first.", [json("Hits")])],
    problems: [.invalidParameters, .notAcceptable])

  static let experiments = Operation(
    tag: "experiments", summary: "Every experiment with what it takes",
    answers: [Answer(200, "The catalogue.", [json("Experiments")])], problems: [.notAcceptable])

  static let run = Operation(
    tag: "experiments", summary: "Run a pure experiment", takes: .pureExperiment,
    answers: [
      Answer(
        200,
        "The result: the same bytes for the same parameters, for as long as the engine is the same. As an event stream: progress events with the share done, then one result event with the answer, or one problem event.",
        [
          json("Run"), ("text/csv", ["type": "string"]), ("text/event-stream", ["type": "string"]),
        ]),
      Answer(304, "The result that the client has is current."),
    ],
    problems: [.invalidParameters, .otherEngine, .tooMuchWork, .notFound, .notAcceptable, .overloaded])

  static let liveRun = Operation(
    tag: "experiments", summary: "Run a live experiment", takes: .liveExperiment,
    answers: [Answer(200, "What came out.", [json("Run")])],
    problems: [
      .malformedJSON, .invalidKey, .unauthorized, .crossSite, .notFound, .keyInProgress, .unsupportedMediaType,
      .invalidBody, .keyReused, .tooManyRequests, .overloaded,
    ])

  static let description = Operation(
    tag: "operations", summary: "This document", answers: [Answer(200, "The document.", [("application/json", [:])])],
    problems: [.notAcceptable])

  static let health = Operation(
    tag: "operations", summary: "Whether the process answers", answers: [Answer(200, "It does.", [json("Status")])])

  static let readiness = Operation(
    tag: "operations", summary: "Whether the server takes requests",
    answers: [
      Answer(200, "It does.", [json("Status")]), Answer(503, "It is about to stop.", [json("Status")]),
    ])

  static let metrics = Operation(
    tag: "operations", summary: "Counts for Prometheus",
    answers: [Answer(200, "The counts.", [("text/plain", ["type": "string"])])], problems: [.forbidden])

  static let watch = Operation(
    tag: "operations", summary: "Tells open pages to load themselves again", answers: [], isDocumented: false)

  static let test = Operation(tag: "test", summary: "For the conformance cases", answers: [], isDocumented: false)
}
