internal import Courseware
internal import HTTP
internal import Simulation

/// Answers the page routes.
struct PageHandlers: Sendable {
  let context: SiteContext

  private var shelf: Shelf { context.shelf }

  // MARK: Pages without cells

  func index(_ request: Request, _ parameters: PathParameters) -> Reply {
    page(request.path) { shelf in Pages.index(shelf.outline) }
  }

  func catalogue(_ request: Request, _ parameters: PathParameters) -> Reply {
    page(request.path) { shelf in Pages.experiments(shelf.outline) }
  }

  func exercises(_ request: Request, _ parameters: PathParameters) -> Reply {
    page(request.path) { shelf in Pages.exercises(shelf.outline) }
  }

  func glossary(_ request: Request, _ parameters: PathParameters) throws -> Reply {
    guard let glossary = shelf.course.glossary else { throw Problem(.notFound, "This course has no glossary.") }
    return page(request.path) { shelf in Pages.glossary(glossary, in: shelf.outline) }
  }

  func search(_ request: Request, _ parameters: PathParameters) throws -> Reply {
    let query = try SearchQuery(request, isForm: true)
    let shelf = shelf
    return .work(.reading) { _ in
      PageResponse.response(Pages.search(query.text, hits: query.hits(in: shelf), in: shelf.outline))
    }
  }

  func print(_ request: Request, _ parameters: PathParameters) -> Reply {
    page(request.path) { shelf in
      var runs: [String: [String: CellRun]] = [:]
      for lesson in shelf.course.lessons { runs[lesson.slug] = try context.defaultRuns(lesson.experiments) }
      return Pages.print(shelf.course.lessons, glossary: shelf.course.glossary, runs: runs, in: shelf.outline)
    }
  }

  func problem(_ request: Request, _ parameters: PathParameters) throws -> Reply {
    guard let type = ProblemType(rawValue: parameters["type"]) else {
      throw Problem(.notFound, "There is no problem type of that name.")
    }
    return page(request.path) { shelf in Pages.problem(type.description, in: shelf.outline) }
  }

  func asset(_ request: Request, _ parameters: PathParameters) throws -> Reply {
    guard let asset = shelf.assets.asset(parameters["path"]) else {
      throw Problem(.notFound, "There is no file of that name.")
    }
    return .standing(StandingAnswer(asset, until: shelf.term))
  }

  // MARK: Pages with cells

  func lesson(_ request: Request, _ parameters: PathParameters) throws -> Reply {
    if let page = rendered(request) { return page }
    let lesson = try lesson(named: parameters["slug"])
    let pairs = request.query.sent
    guard let cell = lesson.cell(sent: pairs), let experiment = Experiments[cell.experiment] else {
      return page(request.path) { shelf in try html(lesson, shelf) }
    }
    if experiment.isLive {
      return .work(.reading) { _ in
        let run = CellRun(submitted: CellForm.pairs(pairs, experiment: experiment), outcome: .notRun)
        return PageResponse.response(try lessonPage(lesson, cell, run))
      }
    }
    return .work(context.demand(experiment, pairs)) { cancellation in
      let run = try context.run(experiment, pairs, cancellation)
      return PageResponse.response(try lessonPage(lesson, cell, run), run.status)
    }
  }

  func runInLesson(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Reply {
    let lesson = try lesson(named: parameters["slug"])
    let pairs = try cellForm(request)
    guard let cell = lesson.cell(sent: pairs), let experiment = Experiments[cell.experiment] else {
      throw Problem(.notFound, "The lesson has no such cell.")
    }
    return try live(experiment, pairs, request, caller) { run in try lessonPage(lesson, cell, run) }
  }

  func experiment(_ request: Request, _ parameters: PathParameters) throws -> Reply {
    try standalone(request, parameters) { experiment, run, origin, shelf in
      Pages.experiment(experiment, run: run, from: origin, in: shelf.outline)
    }
  }

  func presentation(_ request: Request, _ parameters: PathParameters) throws -> Reply {
    try standalone(request, parameters) { experiment, run, origin, shelf in
      Pages.presentation(of: experiment, run: run, from: origin, in: shelf.outline)
    }
  }

  func runInExperiment(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Reply {
    let experiment = try experiment(named: parameters["id"])
    let pairs = try cellForm(request)
    return try live(experiment, pairs, request, caller) { run in
      Pages.experiment(experiment, run: run, from: shelf.course.origin(sent: pairs, of: experiment), in: shelf.outline)
    }
  }

  func runInPresentation(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Reply {
    let experiment = try experiment(named: parameters["id"])
    let pairs = try cellForm(request)
    return try live(experiment, pairs, request, caller) { run in
      Pages.presentation(
        of: experiment, run: run, from: shelf.course.origin(sent: pairs, of: experiment), in: shelf.outline)
    }
  }

  // MARK: Parts

  /// The pairs of a cell's form. A parameter that is given more than once is told beside its field.
  private func cellForm(_ request: Request) throws -> [(name: String, value: String)] {
    try RequestBody.form(of: request, conditions: .now) { ![CellForm.cellField, CellForm.lessonField].contains($0) }
      .sent
  }

  /// Renders the pages that a reader is most likely to ask for first, in reading order. Blocks.
  func renderAhead() throws {
    let shelf = shelf
    _ = shelf.render("/") { Pages.index(shelf.outline) }
    _ = shelf.search
    for lesson in shelf.course.lessons { _ = try shelf.render("/lessons/\(lesson.slug)") { try html(lesson, shelf) } }
    for experiment in Experiments.all {
      _ = try shelf.render("/experiments/\(experiment.id)") {
        Pages.experiment(experiment, run: try context.defaultRun(experiment), in: shelf.outline)
      }
    }
  }

  private func html(_ lesson: Lesson, _ shelf: Shelf) throws -> HTML {
    Pages.lesson(lesson, runs: try context.defaultRuns(lesson.experiments), in: shelf.outline)
  }

  /// The page without any run of the reader's own, if it has been rendered: what nearly every request is for.
  private func rendered(_ request: Request) -> Reply? {
    request.hasQuery ? nil : shelf.standing(request.path)
  }

  /// A page that is the same for everyone: from the event loop once it has been rendered.
  private func page(_ path: String, _ html: @escaping @Sendable (Shelf) throws -> HTML) -> Reply {
    let shelf = shelf
    if let page = shelf.standing(path) { return page }
    return .work(.reading) { _ in Response(try shelf.render(path) { try html(shelf) }) }
  }

  private func standalone(
    _ request: Request, _ parameters: PathParameters,
    _ html: @escaping @Sendable (any Experiment, CellRun, CellOrigin?, Shelf) -> HTML
  ) throws -> Reply {
    if let page = rendered(request) { return page }
    let experiment = try experiment(named: parameters["id"])
    let shelf = shelf
    let origin = shelf.course.origin(sent: request.query.sent, of: experiment)
    let pairs = request.query.sent.filter { ![CellForm.cellField, CellForm.lessonField].contains($0.name) }
    if pairs.isEmpty {
      guard let origin else {
        return page(request.path) { shelf in html(experiment, try context.defaultRun(experiment), nil, shelf) }
      }
      return .work(.reading) { _ in
        let run = try context.defaultRuns([origin.cell])[origin.cell.id] ?? CellRun(outcome: .notRun)
        return PageResponse.response(html(experiment, run, origin, shelf))
      }
    }
    if experiment.isLive {
      return .work(.reading) { _ in
        PageResponse.response(html(experiment, CellRun(submitted: pairs, outcome: .notRun), origin, shelf))
      }
    }
    return .work(context.demand(experiment, pairs)) { cancellation in
      let run = try context.run(experiment, pairs, cancellation)
      return PageResponse.response(html(experiment, run, origin, shelf), run.status)
    }
  }

  /// A live experiment's form, sent without script.
  private func live(
    _ experiment: any Experiment, _ pairs: [(name: String, value: String)], _ request: Request, _ caller: Caller?,
    _ html: @escaping @Sendable (CellRun) throws -> HTML
  ) throws -> Reply {
    guard experiment.isLive else {
      throw Problem(
        .methodNotAllowed, "This experiment's form is sent by GET.", headers: ["Allow": "GET, HEAD, OPTIONS"])
    }
    let limits = try context.limits.take(request, by: caller, now: context.clock())
    let demand = context.limits.counted(context.demand(experiment, pairs), for: request, by: caller)
    return .work(demand) { cancellation in
      let run = try context.run(experiment, pairs, cancellation)
      var response = PageResponse.response(try html(run), run.status, isStored: false)
      response.headers.set(limits)
      return response
    }
  }

  private func lessonPage(_ lesson: Lesson, _ cell: ExperimentCell, _ run: CellRun) throws -> HTML {
    var runs = try context.defaultRuns(lesson.experiments.filter { $0.id != cell.id })
    runs[cell.id] = run
    return Pages.lesson(lesson, runs: runs, in: shelf.outline)
  }

  private func lesson(named slug: String) throws -> Lesson {
    guard let lesson = shelf.course[slug] else { throw Problem(.notFound, "There is no lesson of that name.") }
    return lesson
  }

  private func experiment(named id: String) throws -> any Experiment {
    guard let experiment = Experiments[id] else { throw Problem(.notFound, "There is no experiment of that name.") }
    return experiment
  }
}

extension Lesson {
  /// The cell that a form says it belongs to.
  func cell(sent pairs: [(name: String, value: String)]) -> ExperimentCell? {
    guard let id = pairs.first(where: { $0.name == CellForm.cellField })?.value else { return nil }
    return experiments.first { $0.id == id }
  }
}

extension Course {
  /// The lesson's cell that an experiment's page was opened from. A name that leads nowhere is as good as none.
  func origin(sent pairs: [(name: String, value: String)], of experiment: any Experiment) -> CellOrigin? {
    guard let name = pairs.first(where: { $0.name == CellForm.lessonField })?.value else { return nil }
    let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let lesson = self[String(parts[0])],
      let cell = lesson.experiments.first(where: { $0.id == parts[1] && $0.experiment == experiment.id })
    else { return nil }
    return CellOrigin(lesson: lesson, cell: cell)
  }
}

extension Query {
  var sent: [(name: String, value: String)] { pairs.map { ($0.name, $0.value) } }
}
