internal import Exercises
internal import HTTP
internal import Store

/// The page of what a student has handed in.
extension TeachingPageHandlers {
  func work(_ request: Request, _ parameters: PathParameters, _ caller: Caller?) throws -> Response {
    guard try instructor(caller) != nil else { return signIn(Percent.encode(request.path)) }
    let student = try context.student(parameters["id"])
    let best = try context.storage.bestGrades(of: student.id)
    let reader = WorkReader(context)
    let work = try context.grader.exercises.map { exercise in
      TeachingPages.Work(
        exercise: exercise.id, title: exercise.title, maxScore: exercise.maxScore,
        best: best.first { $0.exercise == exercise.id }, history: try reader.history(of: student.id, exercise.id))
    }
    return page(pages.work(of: student, work))
  }
}
