package import Courseware
package import Exercises
package import Simulation
package import Store
package import Teaching

// Pages: pure functions from values to HTML.
//
//   HTML            markup that escapes what is interpolated
//   Pages           one function a page
//   PageLayout      what surrounds every page
//   CourseOutline   what every page tells of the whole course
//   CellRun         what an experiment cell shows; `CellForm` reads its form back
//   ExerciseWork    one reader's work on an exercise; `ExerciseForm` reads its form back
//   Errand          what a reader was about to do when they were asked who they are
//   …View           one part of a page each

/// One function for each page.
package enum Pages {
  /// - Parameter runs: What each experiment cell shows, by the cell's id. A cell without one is shown as not yet run.
  package static func lesson(_ lesson: Lesson, runs: [String: CellRun], in outline: CourseOutline) -> HTML {
    LessonPage(lesson: lesson, runs: runs, outline: outline).html
  }

  package static func index(_ outline: CourseOutline) -> HTML { IndexPage(outline: outline).html }

  package static func glossary(_ glossary: RenderedText, in outline: CourseOutline) -> HTML {
    GlossaryPage(glossary: glossary, outline: outline).html
  }

  /// - Parameter query: As asked; empty where nothing was asked yet.
  package static func search(_ query: String, hits: [SearchHit], in outline: CourseOutline) -> HTML {
    SearchPage(query: query, hits: hits, outline: outline).html
  }

  /// The whole course as one document.
  /// - Parameter runs: What each experiment cell shows, by the lesson's slug and the cell's id.
  package static func print(
    _ lessons: [Lesson], glossary: RenderedText?, runs: [String: [String: CellRun]], in outline: CourseOutline
  ) -> HTML {
    PrintPage(lessons: lessons, glossary: glossary, runs: runs, outline: outline).html
  }

  /// The catalogue.
  package static func experiments(_ outline: CourseOutline) -> HTML { CataloguePage(outline: outline).html }

  /// One experiment with all its parameters.
  /// - Parameter origin: The lesson's cell from which the reader came.
  package static func experiment(
    _ experiment: any Experiment, run: CellRun, from origin: CellOrigin? = nil, in outline: CourseOutline
  ) -> HTML {
    ExperimentPage(experiment: experiment, run: run, origin: origin, outline: outline).html
  }

  /// One experiment for a projector.
  /// - Parameter origin: The lesson's cell that is shown; without one every parameter can be moved.
  package static func presentation(
    of experiment: any Experiment, run: CellRun, from origin: CellOrigin? = nil, in outline: CourseOutline
  ) -> HTML {
    PresentationPage(experiment: experiment, run: run, origin: origin, outline: outline).html
  }

  // MARK: Exercises and accounts

  package static func exercises(_ outline: CourseOutline) -> HTML { ExercisesPage(outline: outline).html }

  /// One exercise for one reader.
  /// - Parameter entrance: What was to be handed in, where it must be asked by whom.
  package static func exercise(
    _ exercise: any Exercise, work: ExerciseWork, entrance: EntrancePanel? = nil, in outline: CourseOutline
  ) -> HTML {
    ExercisePage(exercise: exercise, work: work, outline: outline, entrance: entrance?.html).html
  }

  /// The parts of an exercise's card that are made for a reader.
  package static func standing(of exercise: any Exercise, work: ExerciseWork) -> HTML {
    ExerciseStandingView(exercise: exercise, work: work).document
  }

  package static func submission(
    of exercise: any Exercise, _ submission: ShownSubmission, in outline: CourseOutline
  ) -> HTML {
    SubmissionPage(exercise: exercise, submission: submission, outline: outline).html
  }

  /// - Parameter faults: What is wrong, by field; the fields keep what was sent.
  package static func join(
    _ errand: Errand, key: String, code: String = "", name: String = "", faults: [String: String] = [:],
    in outline: CourseOutline
  ) -> HTML {
    JoinPage(outline: outline, errand: errand, key: key, code: code, name: name, faults: faults).html
  }

  package static func welcome(_ name: String, token: String, _ errand: Errand, in outline: CourseOutline) -> HTML {
    WelcomePage(outline: outline, name: name, token: token, errand: errand).html
  }

  /// - Parameter invitation: A token that the address brought, to be used by a click.
  package static func signIn(
    _ errand: Errand, invitation: String? = nil, fault: String? = nil, in outline: CourseOutline
  ) -> HTML {
    SignInPage(outline: outline, errand: errand, invitation: invitation, fault: fault).html
  }

  package static func signedIn(_ name: String, _ errand: Errand, in outline: CourseOutline) -> HTML {
    SignedInPage(outline: outline, name: name, errand: errand).html
  }

  package static func account(_ account: AccountSummary, in outline: CourseOutline) -> HTML {
    AccountPage(outline: outline, account: account).html
  }

  package static func students(_ list: StudentList, key: String, in outline: CourseOutline) -> HTML {
    StudentsPage(outline: outline, list: list, key: key).html
  }

  package static func student(_ student: StudentForm, in outline: CourseOutline) -> HTML {
    StudentPage(outline: outline, student: student).html
  }

  /// Asks whether a student is to be deleted.
  package static func deletion(of student: Person, _ holdings: Holdings, in outline: CourseOutline) -> HTML {
    StudentDeletionPage(outline: outline, student: student, holdings: holdings).html
  }

  /// Asks whether two students are to become one.
  package static func merge(_ question: MergeQuestion, in outline: CourseOutline) -> HTML {
    StudentMergePage(outline: outline, question: question).html
  }

  /// - Parameter words: What was looked for; empty where nothing was yet.
  package static func mergeSearch(
    for student: Person, _ words: String, found: [Person], in outline: CourseOutline
  ) -> HTML {
    StudentMergeSearchPage(outline: outline, student: student, words: words, found: found).html
  }

  package static func ownToken(_ token: String, in outline: CourseOutline) -> HTML {
    OwnTokenPage(outline: outline, token: token).html
  }

  /// - Parameter shared: Who else has the school's number of somebody who is new.
  package static func newToken(
    _ token: String, of name: String, _ id: PersonID, _ shared: SharedNumber?, in outline: CourseOutline
  ) -> HTML {
    NewTokenPage(outline: outline, name: name, token: token, id: id.rawValue, shared: shared).html
  }

  /// What a problem type of the API means: the page that `type` points to.
  package static func problem(_ problem: ProblemDescription, in outline: CourseOutline) -> HTML {
    ProblemPage(problem: problem, outline: outline).html
  }

  /// A request that failed, for a reader in a browser.
  package static func failure(_ failure: Failure, in outline: CourseOutline) -> HTML {
    FailurePage(failure: failure, outline: outline).html
  }

  /// The cell that an experiment's own page shows: everything adjustable, nothing to predict. `Site` reads the page's
  /// query with it.
  package static func standaloneCell(of experiment: any Experiment) -> ExperimentCell {
    ExperimentCell(
      id: "experiment", experiment: experiment.id, line: 1, title: experiment.question,
      adjustable: experiment.schema.offered.map { ExperimentCell.Adjustable(parameter: $0.name) },
      view: StandardView.of(experiment.id))
  }
}
