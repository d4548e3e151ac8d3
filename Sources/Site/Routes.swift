internal import HTTP

/// Every address of the site.
struct Routes: Sendable {
  let all: [Route]
  let pages: PageHandlers
  let watch: Watch?

  init(_ context: SiteContext) {
    pages = PageHandlers(context: context)
    watch = context.settings.watches ? Watch(context: context) : nil
    let lessons = LessonHandlers(context: context)
    let experiments = ExperimentHandlers(context: context)
    let runs = LiveRunHandler(context: context)
    let gate = Gate(context: context)
    let entry = EntryHandlers(context: context)
    let own = SelfHandlers(context: context)
    let students = StudentHandlers(context: context)
    let codes = JoinCodeHandlers(context: context)
    let exercises = GradedExerciseHandlers(context: context)
    let submissions = SubmissionHandlers(context: context)
    let gradebook = GradebookHandlers(context: context)
    let roster = RosterHandlers(context: context)
    let regrade = RegradeHandlers(context: context, gate: gate)
    let terms = SettingsHandlers(context: context)
    let audit = AuditHandlers(context: context)
    let teaching = TeachingPageHandlers(context: context)
    let tasks = ExercisePageHandlers(context: context)
    let entrance = EntrancePageHandlers(context: context)
    let account = AccountPageHandlers(context: context)
    let classroom = StudentPageHandlers(context: context)
    let operations = OperationHandlers(context: context)
    let description = OpenAPIHandler()
    var all = [
      // Pages.
      Route(.get, "/", .page("The contents"), pages.index),
      Route(.get, "/lessons/{slug}", .page("A lesson"), pages.lesson),
      gate.replying(.post, "/lessons/{slug}", .form("A lesson with the outcome of a live cell"), pages.runInLesson),
      Route(.get, "/glossary", .page("The course's words"), pages.glossary),
      Route(.get, "/search", .searchPage, pages.search),
      Route(.get, "/print", .page("The whole course as one document"), pages.print),
      Route(.get, "/experiments", .page("All experiments"), pages.catalogue),
      Route(.get, "/experiments/{id}", .page("An experiment alone"), pages.experiment),
      gate.replying(.post, "/experiments/{id}", .form("A live experiment with its outcome"), pages.runInExperiment),
      Route(.get, "/present/{id}", .page("An experiment for a projector"), pages.presentation),
      gate.replying(.post, "/present/{id}", .form("A live experiment with its outcome"), pages.runInPresentation),
      Route(.get, "/problems/{type}", .page("What a problem type means"), pages.problem),
      Route(.get, "/static/{path...}", .file, pages.asset),

      // The interface for programs.
      Route(.get, "/api/v1/lessons", .lessons, lessons.list),
      Route(.get, "/api/v1/search", .search, lessons.search),
      Route(.get, "/api/v1/experiments", .experiments, experiments.catalogue),
      Route(.get, "/api/v1/experiments/{id}", .run, experiments.run),
      gate.replying(.post, "/api/v1/experiments/{id}/runs", .liveRun, runs.run),
      Route(.get, "/openapi.json", .description, description.document),

      // People and what they hand in. `gate` lets in whom the operation says, and hands over the `Caller`.
      gate.open(.post, "/api/v1/enrolments", .enrol, entry.enrol),
      gate.open(.post, "/api/v1/sessions", .signIn, entry.signIn),
      gate.open(.delete, "/api/v1/sessions", .signOut, entry.signOut),
      gate.route(.get, "/api/v1/me", .me, own.me),
      gate.route(.get, "/api/v1/me/tokens", .heldTokens, own.tokens),
      gate.route(.post, "/api/v1/me/tokens", .myTokens, own.addToken),
      gate.route(.delete, "/api/v1/me/tokens/{token}", .endToken, own.endToken),
      gate.route(.get, "/api/v1/me/data", .myData, own.data),
      gate.route(.get, "/api/v1/me/grades", .myGrades, submissions.grades),
      gate.route(.get, "/api/v1/students", .students, students.list),
      gate.route(.post, "/api/v1/students", .addStudent, students.add),
      gate.route(.get, "/api/v1/students/{id}", .student, students.one),
      gate.route(.patch, "/api/v1/students/{id}", .changeStudent, students.change),
      gate.route(.delete, "/api/v1/students/{id}", .deleteStudent, students.delete),
      gate.route(.post, "/api/v1/students/{id}/merge", .mergeStudent, students.merge),
      gate.route(.get, "/api/v1/students/{id}/data", .studentData, students.data),
      gate.route(.post, "/api/v1/students/{id}/tokens", .studentTokens, students.renewToken),
      gate.route(.delete, "/api/v1/students/{id}/tokens", .revokeStudent, students.revoke),
      gate.route(.post, "/api/v1/students/{id}/readmission", .readmitStudent, students.readmit),
      gate.route(.get, "/api/v1/join-codes", .joinCodes, codes.list),
      gate.route(.post, "/api/v1/join-codes", .openJoinCode, codes.open),
      gate.route(.delete, "/api/v1/join-codes/{code}", .closeJoinCode, codes.close),
      gate.route(.post, "/api/v1/join-codes/{code}/replacement", .replaceJoinCode, codes.replace),
      gate.open(.get, "/api/v1/exercises", .exercises, exercises.list),
      gate.open(.get, "/api/v1/exercises/{id}", .exercise, exercises.one),
      gate.open(.post, "/api/v1/exercises/{id}/checks", .check, .interactive, exercises.check),
      gate.deferred(
        .post, "/api/v1/exercises/{id}/submissions", .submit, .grading, submissions.submit),
      gate.route(.get, "/api/v1/submissions/{id}", .submission, submissions.one),

      // What an instructor does with a class.
      gate.route(.get, "/api/v1/gradebook", .gradebook, gradebook.read),
      gate.route(.post, "/api/v1/gradebook/canvas", .fillCanvas, gradebook.fill),
      gate.route(.post, "/api/v1/students/import", .importRoster, roster.importList),
      Route(.post, "/api/v1/exercises/{id}/regrade", .regrade, regrade.regrade),
      gate.route(.get, "/api/v1/exercises/{id}/settings", .exerciseSettings, terms.read),
      gate.route(.put, "/api/v1/exercises/{id}/settings", .setExercise, terms.write),
      gate.route(.get, "/api/v1/audit", .audit, audit.read),
      gate.open(.get, "/teach", .teachingPage("The gradebook"), teaching.gradebook),
      gate.open(.post, "/teach/canvas", .teachingForm("Fill in an export of Canvas"), teaching.fillCanvas),
      gate.open(.get, "/teach/roster", .teachingPage("A class list to import"), teaching.roster),
      gate.open(.post, "/teach/roster", .teachingForm("Check or import a class list"), teaching.importRoster),
      gate.open(.get, "/teach/exercises/{id}", .teachingPage("An exercise's settings"), teaching.exercise),
      gate.open(.post, "/teach/exercises/{id}", .teachingForm("Set deadline and attempts"), teaching.saveSettings),
      gate.open(
        .post, "/teach/exercises/{id}/regrade", .teachingForm("List or make changes of grades"), .batch,
        teaching.regrade),
      gate.open(.get, "/teach/students/{id}", .teachingPage("What a student has handed in"), teaching.work),
      gate.open(.get, "/teach/audit", .teachingPage("The audit trail"), teaching.audit),

      // The same as pages.
      Route(.get, "/exercises", .page("All exercises"), pages.exercises),
      gate.open(.get, "/exercises/{id}", .page("An exercise alone"), tasks.exercise),
      gate.open(.get, "/exercises/{id}/standing", .part("A reader's attempts and history"), tasks.standing),
      gate.open(.post, "/exercises/{id}/checks", .answerForm("The visible checks"), .interactive, tasks.check),
      Route(.post, "/exercises/{id}", .submissionForm, tasks.submit),
      gate.open(.get, "/submissions/{id}", .ownPage("A submission with what came of it"), tasks.submission),
      gate.open(.get, "/join", .page("How to join"), entrance.join),
      gate.open(.post, "/join", .entranceForm("Join by a code"), entrance.enrol),
      gate.open(.get, "/sign-in", .page("How to sign in"), entrance.signInForm),
      gate.open(.post, "/sign-in", .entranceForm("Sign in by a token"), entrance.signIn),
      gate.open(.post, "/sign-out", .actionForm("Sign out"), entrance.signOut),
      gate.open(.get, "/me", .ownPage("One's own page"), account.me),
      gate.open(.post, "/me/tokens", .actionForm("A further token for one's own programs"), account.addToken),
      gate.open(.post, "/me/tokens/end", .actionForm("End one of one's own tokens"), account.endToken),
      gate.open(.get, "/me/data", .ownFile("Everything that is kept of the reader"), account.data),
      gate.open(.get, "/students", .ownPage("Students and join codes"), classroom.list),
      gate.open(.post, "/students", .actionForm("Add a student"), classroom.add),
      gate.open(.post, "/students/token", .actionForm("Give a student a new token"), classroom.renewToken),
      gate.open(.post, "/students/end", .actionForm("End a student's access"), classroom.end),
      gate.open(.post, "/students/readmit", .actionForm("Let a student in again"), classroom.readmit),
      gate.open(.get, "/students/{id}", .ownPage("What is known of a student"), classroom.one),
      gate.open(.post, "/students/{id}", .actionForm("Change what is known of a student"), classroom.change),
      gate.open(.get, "/students/{id}/merge", .ownPage("Two students that are one person"), classroom.askMerge),
      gate.open(.post, "/students/{id}/merge", .actionForm("Make one of two students"), classroom.merge),
      gate.open(.get, "/students/{id}/delete", .ownPage("What goes if a student is deleted"), classroom.askDeletion),
      gate.open(.post, "/students/{id}/delete", .actionForm("Delete a student"), classroom.delete),
      gate.open(.post, "/join-codes", .actionForm("Open a join code"), classroom.openCode),
      gate.open(.post, "/join-codes/close", .actionForm("Close a join code"), classroom.closeCode),
      gate.open(.post, "/join-codes/rotate", .actionForm("Replace a join code"), classroom.rotateCode),

      // For operators.
      Route(.get, "/healthz", .health, operations.health),
      Route(.get, "/readyz", .readiness, operations.readiness),
      Route(.get, "/metrics", .metrics, operations.metrics),
    ]
    if let watch { all.append(Route(.get, "/watch", .watch, watch.subscribe)) }
    if context.settings.hasTestRoutes {
      all += [
        Route(.post, "/__echo", .test, TestHandlers.echo),
        Route(.post, "/__json", .test, TestHandlers.json),
      ]
    }
    description.describe(all.map(\.outline))
    self.all = all
  }
}
