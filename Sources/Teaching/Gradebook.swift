package import Store

// What an instructor does with a class, as values: no socket, no page. Whoever calls brings the store.
//
//   Gradebook                 everybody's best grades
//   GradebookFile             the gradebook in one of its forms
//   GradebookCSV, Canvas…,    those that are files
//   MoodleGradebook
//   MoodleMapping             which column Moodle is to tell the students by
//   CanvasExport              an instructor's own export of Canvas, filled in
//   CSVDocument, CSVWriter    RFC 4180, read and written
//   Roster, RosterPlan        a class list, what is wrong with it, and what its import would change
//   RosterNotice, SharedNumber what is no fault, but should be looked at
//   NewTokenFile              tokens of those whom a class list added
//   TakenField                what was to be said of a person, and is somebody else's
//   RegradePlan, Regrader     what another grader version changes, and changing exactly that
//   ZoneRules, LocalTime      a deadline's wall clock time in its zone

/// Everybody's best grade in every exercise.
package struct Gradebook: Sendable, Equatable {
  package struct Column: Sendable, Equatable {
    package let exercise: String
    package let title: String
    /// Hundredths of a point.
    package let maxScore: Int
    package let settings: ExerciseSettings

    package init(exercise: String, title: String, maxScore: Int, settings: ExerciseSettings? = nil) {
      self.exercise = exercise
      self.title = title
      self.maxScore = maxScore
      self.settings = settings ?? ExerciseSettings(exercise: exercise)
    }
  }

  package struct Cell: Sendable, Equatable {
    package let submission: SubmissionID
    /// Hundredths of a point, out of the column's.
    package let score: Int
    package let submittedAt: Timestamp
    package let attempts: Int
  }

  package struct Row: Sendable, Equatable {
    package let person: Person
    /// One for each column; nil where nothing was graded.
    package let cells: [Cell?]

    package var total: Int { cells.reduce(0) { $0 + ($1?.score ?? 0) } }
  }

  package let columns: [Column]
  package let rows: [Row]

  /// The students among the people, in their order, with their grades. A grade of a grader that gave other points is
  /// brought to the column's; a grade in an exercise without a column is left out.
  package init(people: [Person], columns: [Column], grades: [BestGrade]) {
    self.columns = columns
    let places = Dictionary(columns.enumerated().map { ($1.exercise, $0) }) { first, _ in first }
    var cells: [PersonID: [Cell?]] = [:]
    for grade in grades {
      guard let place = places[grade.exercise] else { continue }
      let score = Gradebook.share(of: grade, to: columns[place].maxScore)
      cells[grade.person, default: Array(repeating: nil, count: columns.count)][place] = Cell(
        submission: grade.submission, score: score, submittedAt: grade.submittedAt, attempts: grade.attempts)
    }
    rows = people.filter { $0.role == .student }.map { person in
      Row(person: person, cells: cells[person.id] ?? Array(repeating: nil, count: columns.count))
    }
  }

  /// Points for everything right, in hundredths.
  package var maxScore: Int { columns.reduce(0) { $0 + $1.maxScore } }

  private static func share(of grade: BestGrade, to maxScore: Int) -> Int {
    guard grade.maxScore > 0, grade.maxScore != maxScore else { return grade.score }
    return scaled(grade.score, from: grade.maxScore, to: maxScore)
  }

  /// Hundredths out of one maximum as hundredths out of another, to the nearest.
  static func scaled(_ score: Int, from: Int, to: Int) -> Int { (score * to + from / 2) / from }
}

extension Gradebook {
  /// Reads everything from the store.
  package init(_ storage: any Storage, columns: [Column]) throws(StoreError) {
    let settings = Dictionary(try storage.settings().map { ($0.exercise, $0) }) { first, _ in first }
    self.init(
      people: try storage.everybody(.student),
      columns: columns.map {
        Column(exercise: $0.exercise, title: $0.title, maxScore: $0.maxScore, settings: settings[$0.exercise])
      },
      grades: try storage.bestGrades())
  }
}

extension Storage {
  /// Everybody, or everybody of one role, in the order in which they were added.
  package func everybody(_ role: Role? = nil) throws(StoreError) -> [Person] {
    var people: [Person] = []
    while true {
      let more = try self.people(role: role, after: people.last?.id, limit: 1000)
      people += more
      if more.count < 1000 { return people }
    }
  }
}
