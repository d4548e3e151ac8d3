internal import Exercises

extension Gradebook.Column {
  /// One for each exercise of the course.
  package static let all = ExerciseCatalogue.exercises.map {
    Gradebook.Column(exercise: $0.id, title: $0.title, maxScore: $0.maxScore)
  }
}

/// The forms in which the gradebook can be had.
package enum GradebookFormat: String, Sendable, CaseIterable {
  case json, csv, canvas, moodle
}
