/// What the routes of people, exercises and submissions do.
extension Operation {
  private static let body: [ProblemType] = [
    .malformedJSON, .invalidKey, .crossSite, .unsupportedMediaType, .invalidBody, .keyReused, .tooManyRequests,
    .storageUnavailable,
  ]
  private static let change: [ProblemType] = [.crossSite, .storageUnavailable]
  private static let done = Answer(204, "Done.")

  // MARK: Entry

  static let enrol = Operation(
    tag: "people", summary: "Join the course by a code", takes: .json("Enrolment", key: .optional),
    answers: [Answer(201, "The student, with a token that is shown this once.", [json("NewToken")])],
    problems: body + [.unknownJoinCode, .gone])

  static let signIn = Operation(
    tag: "people", summary: "Trade a token for a browser's session", takes: .json("SignIn", key: .none),
    answers: [Answer(201, "Who is signed in; the session is in the cookie.", [json("Session")])],
    problems: [.unauthorized] + body)

  static let signOut = Operation(
    tag: "people", summary: "End the browser's session", answers: [done], problems: change)

  // MARK: Oneself

  static let me = Operation(
    tag: "people", summary: "Who is signed in", access: .known, answers: [Answer(200, "The caller.", [json("Me")])],
    problems: [.notAcceptable])

  static let heldTokens = Operation(
    tag: "people",
    summary: "What the caller can come in by, the newest first: tokens for programs, and sessions of browsers",
    access: .known, answers: [Answer(200, "At most 200 of them, the one in use always.", [json("HeldTokens")])],
    problems: [.notAcceptable])

  static let endToken = Operation(
    tag: "people", summary: "End one of the caller's tokens or sessions, even the one in use", access: .known,
    answers: [done], problems: [.notFound] + change)

  static let myTokens = Operation(
    tag: "people", summary: "A further token for the caller's programs", access: .known,
    takes: .json(nil, key: .optional), answers: [Answer(201, "The token, shown this once.", [json("NewToken")])],
    problems: body)

  static let myData = Operation(
    tag: "people", summary: "Everything that is kept of the caller", access: .known,
    answers: [Answer(200, "The data.", [json("PersonData")])], problems: [.notAcceptable])

  static let myGrades = Operation(
    tag: "submissions", summary: "The caller's best grades and everything they handed in", access: .known, takes: .page,
    answers: [Answer(200, "The grades.", [json("Grades")])], problems: [.invalidParameters, .notAcceptable])

  // MARK: Students

  static let students = Operation(
    tag: "people", summary: "The students, in the order in which they were added", access: .instructor, takes: .page,
    answers: [Answer(200, "A part of the list.", [json("Students")])], problems: [.invalidParameters, .notAcceptable])

  static let addStudent = Operation(
    tag: "people", summary: "Add a student", access: .instructor, takes: .json("NewStudent", key: .optional),
    answers: [Answer(201, "The student, with a token that is shown this once.", [json("NewToken")])],
    problems: body + [.conflict, .gone])

  static let student = Operation(
    tag: "people", summary: "A student", access: .instructor,
    answers: [
      Answer(200, "The student; the ETag is of what is known of them now.", [json("Person")]),
      Answer(304, "What the client knows of the student is current."),
    ],
    problems: [.notFound, .notAcceptable])

  static let changeStudent = Operation(
    tag: "people", summary: "Change what is known of a student; what is left out stays", access: .instructor,
    takes: .json("StudentChanges", key: .none),
    answers: [Answer(200, "The student as known now, with the ETag of that.", [json("Person")])],
    problems: [.malformedJSON, .notFound, .conflict, .unsupportedMediaType, .invalidBody] + change)

  static let readmitStudent = Operation(
    tag: "people", summary: "Let a student in again whose access ended; the tokens they had stay ended",
    access: .instructor, takes: .json(nil, key: .optional),
    answers: [Answer(201, "The student, with a token that is shown this once.", [json("NewToken")])],
    problems: [.notFound, .conflict] + body)

  static let mergeStudent = Operation(
    tag: "people",
    summary:
      "Make one of two students: what the other handed in, their tokens and sessions become those of the student in the path, of whom stays what is known",
    access: .instructor, takes: .json("Merge", key: .optional),
    answers: [Answer(200, "Who is kept, and what became of the other.", [json("Merged")])],
    problems: [.notFound, .gone] + body)

  static let deleteStudent = Operation(
    tag: "people", summary: "Forget a student with everything they handed in", access: .instructor, answers: [done],
    problems: [.notFound] + change)

  static let studentData = Operation(
    tag: "people", summary: "Everything that is kept of a student", access: .instructor,
    answers: [Answer(200, "The data.", [json("PersonData")])], problems: [.notFound, .notAcceptable])

  static let studentTokens = Operation(
    tag: "people", summary: "Give a student a new token; the earlier ones end", access: .instructor,
    takes: .json(nil, key: .optional), answers: [Answer(201, "The token, shown this once.", [json("NewToken")])],
    problems: [.notFound, .conflict] + body)

  static let revokeStudent = Operation(
    tag: "people", summary: "End a student's access; what they handed in stays", access: .instructor, answers: [done],
    problems: [.notFound] + change)

  // MARK: Join codes

  static let joinCodes = Operation(
    tag: "people", summary: "The join codes that are open, newest first", access: .instructor,
    answers: [Answer(200, "The codes.", [json("JoinCodes")])], problems: [.notAcceptable])

  static let openJoinCode = Operation(
    tag: "people", summary: "Open a join code", access: .instructor, takes: .json(nil, key: .optional),
    answers: [Answer(201, "The code.", [json("JoinCode")])], problems: body)

  static let closeJoinCode = Operation(
    tag: "people", summary: "Close a join code", access: .instructor, answers: [done], problems: [.notFound] + change)

  static let replaceJoinCode = Operation(
    tag: "people", summary: "Close a join code and open another in its place", access: .instructor,
    takes: .json(nil, key: .optional), answers: [Answer(201, "The new code.", [json("JoinCode")])],
    problems: [.notFound] + body)

  // MARK: Exercises

  static let exercises = Operation(
    tag: "exercises", summary: "Every exercise", answers: [Answer(200, "The exercises.", [json("Exercises")])],
    problems: [.unauthorized, .notAcceptable, .tooManyRequests])

  static let exercise = Operation(
    tag: "exercises", summary: "What is asked", takes: .exercise,
    answers: [
      Answer(
        200, "The task, the answer's schema, the visible checks, and for a known caller what is theirs.",
        [json("Exercise")])
    ], problems: [.unauthorized, .notFound, .notAcceptable, .tooManyRequests])

  static let check = Operation(
    tag: "exercises", summary: "Try the visible checks", takes: .answer(key: .none),
    answers: [Answer(200, "How the visible checks went. No attempt is spent.", [json("Checked")])],
    problems: [
      .unauthorized, .malformedJSON, .crossSite, .notFound, .contentTooLarge, .unsupportedMediaType, .invalidBody,
      .tooManyRequests, .overloaded,
    ])

  static let submit = Operation(
    tag: "submissions", summary: "Submit an answer", access: .student, takes: .answer(key: .required),
    namesPerson: true,
    answers: [
      Answer(201, "The grade.", [json("Submission")]),
      Answer(202, "The submission is taken, and its grade is still to come at Location.", [json("Submission")]),
    ],
    problems: [
      .malformedJSON, .invalidKey, .keyRequired, .crossSite, .deadlinePassed, .attemptsSpent, .notFound,
      .keyInProgress, .contentTooLarge, .unsupportedMediaType, .invalidBody, .keyReused, .gradingFailed, .overloaded,
      .storageUnavailable,
    ])

  static let submission = Operation(
    tag: "submissions", summary: "A submission with its grade; for others than its owner and instructors there is none",
    access: .known, namesPerson: true, answers: [Answer(200, "The submission.", [json("Submission")])],
    problems: [.notFound, .notAcceptable])
}
