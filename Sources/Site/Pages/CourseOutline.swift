package import Courseware
internal import Exercises
package import Simulation

/// What every page tells of the whole course: its lessons, its experiments, and where its files are.
package struct CourseOutline: Sendable {
  package struct Chapter: Sendable {
    package let slug: String
    package let title: String
    package let summary: String
    package let order: Int
    package let minutes: Int

    package var path: String { "/lessons/\(slug)" }
  }

  package struct Entry: Sendable {
    package let id: String
    package let title: String
    package let question: String
    package let isLive: Bool
    /// The lessons that run it.
    package let chapters: [Chapter]

    package var path: String { "/experiments/\(id)" }
  }

  package struct ExerciseEntry: Sendable {
    package let id: String
    package let title: String
    package let task: String
    /// Hundredths of a point.
    package let maxScore: Int
    /// The lesson in which it stands, if it stands in one.
    package let chapter: Chapter?

    package var path: String { "/exercises/\(id)" }
  }

  /// In reading order.
  package let chapters: [Chapter]
  package let experiments: [Entry]
  package let exercises: [ExerciseEntry]
  /// The path before every static file, fingerprinted as a whole so that modules can import each other by relative
  /// path: `/static/3f9c02`.
  package let assets: String
  /// True if the course explains its words at `/glossary`.
  package let hasGlossary: Bool
  /// True if pages load themselves again when their lessons change.
  package let isWatched: Bool

  package init(
    lessons: [Lesson], experiments: [any Experiment], assets: String, hasGlossary: Bool = false,
    isWatched: Bool = false
  ) {
    self.hasGlossary = hasGlossary
    self.isWatched = isWatched
    let lessons = lessons.sorted { $0.order < $1.order }
    let chapters = lessons.map {
      Chapter(slug: $0.slug, title: $0.title, summary: $0.summary, order: $0.order, minutes: $0.minutes)
    }
    exercises = ExerciseCatalogue.exercises.map { exercise in
      let lesson = lessons.first { lesson in lesson.exercises.contains { $0.id == exercise.id } }
      return ExerciseEntry(
        id: exercise.id, title: exercise.title, task: exercise.task, maxScore: exercise.maxScore,
        chapter: chapters.first { $0.slug == lesson?.slug })
    }
    self.chapters = chapters
    self.experiments = experiments.map { experiment in
      Entry(
        id: experiment.id, title: experiment.title, question: experiment.question, isLive: experiment.isLive,
        chapters: zip(lessons, chapters).filter { lesson, _ in
          lesson.experiments.contains { $0.experiment == experiment.id }
        }.map { $1 })
    }
    self.assets = assets
  }

  package static let title = "Network errors and retries"

  func exercise(_ id: String) -> ExerciseEntry? { exercises.first { $0.id == id } }

  /// The chapters before and after one of them.
  func neighbours(of slug: String) -> (previous: Chapter?, next: Chapter?) {
    guard let index = chapters.firstIndex(where: { $0.slug == slug }) else { return (nil, nil) }
    return (index > 0 ? chapters[index - 1] : nil, index + 1 < chapters.count ? chapters[index + 1] : nil)
  }
}
