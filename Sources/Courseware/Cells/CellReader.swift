import JSON

/// A fenced block whose language makes it a cell.
struct Fence {
  /// Its language, such as `experiment`.
  var kind: String
  /// The rest of its first line.
  var argument: String
  var body: [UInt8]
  var file: String
  /// The line of the fence, from 1; its body begins on the next.
  var line: Int
}

/// Reads fenced blocks that are cells.
struct CellReader {
  var rules: any CellRules

  static let languages: Set<String> = ["experiment", "quiz", "exercise"]

  /// Adds the cell to what is being rendered, or reports why not.
  func read(_ fence: Fence, into renderer: MarkdownRenderer) {
    if fence.kind == "exercise" { return readExercise(fence, into: renderer) }
    let value: JSONValue
    do {
      value = try JSONParser.parse(fence.body)
    } catch {
      let line = fence.line + error.line(in: fence.body)
      let message = "The cell's JSON cannot be read: \(error.message)"
      return renderer.result.findings.append(Finding(file: fence.file, line: line, message: message))
    }
    var members = MemberReader(fence: fence)
    switch fence.kind {
    case "experiment": readExperiment(fence, value, &members, into: renderer)
    default: readQuiz(fence, value, &members, into: renderer)
    }
    renderer.result.findings += members.findings
  }

  private func readExperiment(
    _ fence: Fence, _ value: JSONValue, _ members: inout MemberReader, into renderer: MarkdownRenderer
  ) {
    let isNamed = isSlug(fence.argument.utf8)
    if !isNamed {
      members.report("Write the experiment's id behind `experiment`, such as `experiment jitter-histogram`.")
    }
    guard let cell = members.experiment(value, named: fence.argument), isNamed else { return }
    // Of a member that could not be read, the rules have nothing to say.
    let known = members.faulty
    for fault in rules.faults(in: cell) where fault.member.isEmpty || !known.contains(fault.member) {
      members.report(fault.member, fault.message)
    }
    if !renderer.slugs.claim(cell.id) { members.reportAnchor(cell.id) }
    renderer.result.parts.append(.experiment(cell))
    renderer.plain(" ")
    renderer.plain(cell.title.utf8)
    renderer.plain(" ")
  }

  private func readQuiz(
    _ fence: Fence, _ value: JSONValue, _ members: inout MemberReader, into renderer: MarkdownRenderer
  ) {
    if !fence.argument.isEmpty {
      members.report("Nothing may follow `quiz` on its line. Remove `\(fence.argument)`; an `id` stands in the JSON.")
    }
    guard let quiz = members.quiz(value) else { return }
    let id = quiz.id ?? renderer.slugs.next(numbered: "quiz")
    if quiz.id != nil, !renderer.slugs.claim(id) { members.reportAnchor(id) }
    var words: [UInt8] = []
    func html(_ text: QuizSource.Text) -> String {
      let source = SourceText(file: fence.file, piece: text.markdown, line: text.line)
      let rendered = MarkdownRenderer.render(source, MarkdownRenderer.Options(isInline: true))
      renderer.result.findings += rendered.findings
      renderer.result.links += rendered.links
      for section in rendered.sections { words += Array(" \(section.text)".utf8) }
      return rendered.html
    }
    let question = html(quiz.question)
    let choices = quiz.choices.map { choice in
      QuizCell.Choice(text: html(choice.text), isRight: choice.isRight, why: html(choice.why))
    }
    let cell = QuizCell(
      id: id, line: fence.line, question: question, choices: choices, explanation: html(quiz.explanation))
    renderer.result.parts.append(.quiz(cell))
    renderer.plain(words + Array(" ".utf8))
  }

  private func readExercise(_ fence: Fence, into renderer: MarkdownRenderer) {
    guard isSlug(fence.argument.utf8) else {
      let message = "Write the exercise's id behind `exercise`, such as `exercise classify-failures`."
      return report(fence, message, into: renderer)
    }
    guard fence.body.allSatisfy(\.isBlank) else {
      let message = "Nothing may stand in the fence of an exercise: its form is made from the exercise itself."
      return report(fence, message, into: renderer)
    }
    if let message = rules.fault(inExercise: fence.argument) { return report(fence, message, into: renderer) }
    guard renderer.slugs.claim(fence.argument) else {
      let message = "The anchor `\(fence.argument)` is in use further up, for a heading or a cell. Rename that."
      return report(fence, message, into: renderer)
    }
    renderer.result.parts.append(.exercise(ExerciseCell(id: fence.argument, line: fence.line)))
  }

  private func report(_ fence: Fence, _ message: String, into renderer: MarkdownRenderer) {
    renderer.result.findings.append(Finding(file: fence.file, line: fence.line, message: message))
  }
}
