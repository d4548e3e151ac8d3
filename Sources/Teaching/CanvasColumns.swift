/// Where what stands in a line of Canvas's gradebook.
struct CanvasColumns: Sendable {
  /// A column of an exercise.
  struct Target: Sendable {
    /// The place in the gradebook, and that in the file.
    let column: Int
    let place: Int
    let header: String
    /// Hundredths: what the exercise gives at most, and what Canvas wants.
    let maxScore: Int
    let pointsPossible: Int

    func score(_ score: Int) -> Int { Gradebook.scaled(score, from: maxScore, to: pointsPossible) }
  }

  let schoolID: Int?
  let login: Int?
  private let names: [Int]
  private let header: CSVDocument.Record
  private let firstAssignment: Int

  /// Nil if the header is not Canvas's.
  init?(_ header: CSVDocument.Record) {
    let titles = header.fields.indices.map { header.text($0) }
    func place(_ title: String) -> Int? { titles.firstIndex(of: title) }
    guard let id = place("ID"), let section = place("Section"), id < section else { return nil }
    if let student = place("Student") {
      names = [student]
    } else if let last = place("LastName"), let first = place("FirstName") {
      names = [first, last]
    } else {
      return nil
    }
    self.header = header
    schoolID = place("SIS User ID")
    login = place("SIS Login ID")
    firstAssignment = section + 1
  }

  func name(of record: CSVDocument.Record) -> String {
    names.map { record.text($0) }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Canvas adds a student of its own to try a course with.
  func isTestStudent(_ record: CSVDocument.Record) -> Bool {
    (schoolID.map { record.text($0) } ?? "").isEmpty && ["Student, Test", "Test Student"].contains(name(of: record))
  }

  /// The columns of these exercises; what has none that can be filled is named in the filling.
  /// - Parameter separator: What parts the fields of the file.
  func targets(
    of exercises: [Gradebook.Column], points: CSVDocument.Record?, separator: UInt8, in filling: inout CanvasFilling
  ) -> [Target] {
    var targets: [Target] = []
    for (index, title) in CanvasGradebook.titles(of: exercises).enumerated() {
      let exercise = exercises[index]
      let places = places(of: exercise, title: title)
      func miss(_ text: String) { filling.missingColumns.append(.init(exercise: exercise.exercise, text: text)) }
      guard let place = places.first else {
        miss("the export has no column \(title)")
        continue
      }
      if places.count > 1 {
        miss("the export has \(places.count) columns for it")
        continue
      }
      func tellPoints(_ text: String) {
        let own = "\(Points.text(exercise.maxScore)) points here are"
        filling.scaled.append(.init(exercise: exercise.exercise, text: "\(own) \(text)"))
      }
      var pointsPossible = exercise.maxScore
      switch wanted(at: place, points: points, separator: separator) {
      case .unreadable(let reason):
        miss(reason)
        continue
      case .known(exercise.maxScore): break
      case .known(0): tellPoints("0 in Canvas, and are not scaled")
      case .known(let wanted):
        pointsPossible = wanted
        tellPoints("\(Points.text(wanted)) in Canvas")
      case .untold: tellPoints("not scaled: the export has no line with the points possible")
      }
      targets.append(
        Target(
          column: index, place: place, header: title, maxScore: exercise.maxScore, pointsPossible: pointsPossible))
    }
    return targets
  }

  /// What Canvas wants of a column.
  private enum Wanted {
    /// Hundredths of a point.
    case known(Int)
    /// The file has no points possible at all.
    case untold
    /// Why the column cannot be filled.
    case unreadable(String)
  }

  private func wanted(at place: Int, points: CSVDocument.Record?, separator: UInt8) -> Wanted {
    guard let points else { return .untold }
    let text = points.text(place)
    if text.contains("read only") { return .unreadable("its column is read only") }
    if let hundredths = CanvasPoints.hundredths(text, separator: separator) { return .known(hundredths) }
    let given = text.isEmpty ? "are empty" : "\"\(CanvasGradebook.oneLine(text).prefix(40))\" are no plain number"
    let fault = CSVFault(
      line: points.line, column: place + 1, field: header.text(place),
      "the points possible \(given), so the column is not filled in")
    return .unreadable(fault.description)
  }

  /// The columns that bear the exercise's whole title, or else its title alone, or else its name.
  private func places(of exercise: Gradebook.Column, title: String) -> [Int] {
    let alone = CanvasGradebook.withoutReservedWords(CanvasGradebook.oneLine(exercise.title))
    let assignments = header.fields.indices.dropFirst(firstAssignment)
    for wanted in [title, alone, exercise.exercise] {
      let places = assignments.filter {
        let own = header.text($0)
        return CanvasColumns.isSame(own, wanted) || CanvasColumns.isSame(CanvasColumns.withoutNumber(own), wanted)
      }
      if !places.isEmpty { return places }
    }
    return []
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    words(one) == words(other)
  }

  private static func words(_ title: String) -> [Substring] {
    CSVWriter.unguarded(title).lowercased().split(separator: " ")
  }

  /// `Title (123)` is `Title`: Canvas numbers its assignments.
  private static func withoutNumber(_ title: String) -> String {
    guard title.hasSuffix(")"), let open = title.lastIndex(of: "(") else { return title }
    let number = title[title.index(after: open)...].dropLast().utf8
    guard !number.isEmpty, number.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return title }
    return String(title[..<open]).trimmed
  }
}
