package import Courseware
package import Simulation

// Pages: pure functions from values to HTML.
//
//   HTML            markup that escapes what is interpolated
//   Pages           one function a page
//   PageLayout      what surrounds every page
//   CourseOutline   what every page tells of the whole course
//   CellRun         what an experiment cell shows; `CellForm` reads its form back
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
