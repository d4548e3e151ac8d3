internal import JSON

/// What the pages of exercises and of people do.
extension Operation {
  private static let html: [(type: String, schema: JSONValue)] = [("text/html", ["type": "string"])]
  private static let refused = Answer(422, "The page, with what is wrong beside each field.", html)
  private static let unknown = Answer(401, "The page, which asks who is there.", html)
  private static let asked = Answer(303, "To the page where one signs in.")
  private static let formProblems: [ProblemType] = [
    .malformedRequest, .crossSite, .notFound, .unsupportedMediaType, .tooManyRequests, .overloaded,
    .storageUnavailable,
  ]

  /// A piece of a page, made for its reader.
  static func part(_ summary: String) -> Operation {
    Operation(
      tag: "pages", summary: summary, answers: [Answer(200, "The piece.", html)],
      problems: [.unauthorized, .notFound, .tooManyRequests])
  }

  /// A page that is made for whoever is signed in.
  static func ownPage(_ summary: String) -> Operation {
    Operation(
      tag: "pages", summary: summary, answers: [Answer(200, "The page.", html), asked],
      problems: [.unauthorized, .forbidden, .notFound, .tooManyRequests])
  }

  static func ownFile(_ summary: String) -> Operation {
    Operation(
      tag: "pages", summary: summary, answers: [Answer(200, "The file.", [("application/json", [:])]), asked],
      problems: [.unauthorized, .tooManyRequests])
  }

  static func answerForm(_ summary: String) -> Operation {
    Operation(
      tag: "pages", summary: summary, takes: .form,
      answers: [Answer(200, "The page with the outcome.", html), refused], problems: formProblems + [.unauthorized])
  }

  static let submissionForm = Operation(
    tag: "pages", summary: "Submit an answer by a form, once for the key in it", takes: .form,
    answers: [
      Answer(200, "The page with the visible checks, for a form without a key.", html),
      Answer(303, "To the page of the submission."), unknown, refused,
      Answer(403, "The page, for who does not submit or is too late.", html),
      Answer(409, "The page, where the form's first sending has no outcome yet or every attempt is spent.", html),
      Answer(412, "The page, where somebody else is signed in than the one for whom the form was made.", html),
    ], problems: formProblems + [.gradingFailed])

  /// Lets somebody in.
  static func entranceForm(_ summary: String) -> Operation {
    Operation(
      tag: "pages", summary: summary, takes: .form,
      answers: [
        Answer(200, "The page for who is now signed in.", html), Answer(303, "To where they were."), unknown, refused,
      ],
      problems: formProblems + [.keyReused, .gone])
  }

  /// Does something and shows it.
  static func actionForm(_ summary: String) -> Operation {
    Operation(
      tag: "pages", summary: summary, takes: .form,
      answers: [Answer(200, "The page.", html), Answer(303, "To the page with what was done."), refused],
      problems: formProblems + [.unauthorized, .forbidden, .keyReused, .gone])
  }
}
