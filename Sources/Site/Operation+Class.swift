internal import JSON

/// What the routes do by which an instructor runs a class.
extension Operation {
  private static let csv: (type: String, schema: JSONValue) = ("text/csv", ["type": "string"])

  static let gradebook = Operation(
    tag: "class", summary: "Everybody's best grades", access: .instructor, takes: .gradebook,
    answers: [
      Answer(
        200,
        "A part of the gradebook as JSON; with format csv, canvas or moodle all of it as that file, which no spreadsheet takes for formulas. Moodle's file comes with the column to map by in Course-Map-By and with how many students it leaves out in Course-Left-Out; the JSON names them.",
        [json("Gradebook"), csv])
    ],
    problems: [.invalidParameters, .notAcceptable])

  static let fillCanvas = Operation(
    tag: "class", summary: "Fill in an export of Canvas's gradebook", access: .instructor, takes: .csv(key: .none),
    answers: [
      Answer(
        200,
        "As JSON, what was filled in, what has no place, and the file as a member; as text/csv, the file alone. Columns, rows and everything that is not filled in stay byte for byte.",
        [json("CanvasFilling"), csv])
    ],
    problems: [.crossSite, .notAcceptable, .unsupportedMediaType, .invalidBody])

  static let importRoster = Operation(
    tag: "class", summary: "Add and update students from a class list", access: .instructor,
    takes: .csv(key: .optional),
    answers: [
      Answer(200, "What was changed; with dryRun, what would be. All of it or nothing.", [json("RosterImport")])
    ],
    problems: [
      .invalidParameters, .invalidKey, .crossSite, .conflict, .unsupportedMediaType, .invalidBody, .keyReused,
      .storageUnavailable,
    ])

  static let regrade = Operation(
    tag: "class", summary: "Grade again what was handed in", access: .instructor, takes: .regrade,
    answers: [
      Answer(
        200,
        "Without If-Match every change that would be made, and in ETag the name of that plan. With it, exactly that was made. As an event stream: progress events with the share done, then one result event with the plan, or one problem event.",
        [json("Regrade"), ("text/event-stream", ["type": "string"])])
    ],
    problems: [
      .malformedJSON, .crossSite, .notFound, .preconditionFailed, .unsupportedMediaType, .invalidBody, .overloaded,
      .storageUnavailable,
    ])

  static let exerciseSettings = Operation(
    tag: "class", summary: "Deadline, attempts and solution", access: .instructor, takes: .exercise,
    answers: [
      Answer(200, "What is set; the ETag is of that.", [json("ExerciseSettings")]),
      Answer(304, "What the client knows to be set is."),
    ], problems: [.notFound, .notAcceptable])

  static let setExercise = Operation(
    tag: "class", summary: "Set deadline, attempts and solution", access: .instructor,
    takes: .exerciseBody("NewExerciseSettings"),
    answers: [Answer(200, "What is set now.", [json("ExerciseSettings")])],
    problems: [
      .malformedJSON, .crossSite, .notFound, .unsupportedMediaType, .invalidBody, .storageUnavailable,
    ])

  static let audit = Operation(
    tag: "class", summary: "Who did what, the newest first", access: .instructor, takes: .page,
    answers: [Answer(200, "A part of the trail.", [json("Audit")])], problems: [.invalidParameters, .notAcceptable])

  // MARK: Pages

  private static let html: [(type: String, schema: JSONValue)] = [("text/html", ["type": "string"])]
  private static let toSignIn = Answer(303, "To the page where one signs in, or to what was done.")

  static func teachingPage(_ summary: String) -> Operation {
    Operation(
      tag: "pages", summary: summary, answers: [Answer(200, "The page.", html), toSignIn],
      problems: [.unauthorized, .forbidden, .notFound, .tooManyRequests])
  }

  static func teachingForm(_ summary: String) -> Operation {
    Operation(
      tag: "pages", summary: summary, takes: .form,
      answers: [
        Answer(200, "The page with what was done.", html), toSignIn,
        Answer(422, "The page, with everything that is wrong.", html),
      ],
      problems: [
        .malformedRequest, .unauthorized, .crossSite, .forbidden, .notFound, .preconditionFailed,
        .unsupportedMediaType, .tooManyRequests, .overloaded, .storageUnavailable,
      ])
  }
}
