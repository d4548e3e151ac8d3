import Exercises
import JSON
import Simulation
import Testing

@Suite("Model solutions")
struct SolutionTests {
  /// Questions and outages differ from person to person.
  private static let candidates = [.anonymous] + (1...120).map { Candidate(person: $0) }

  @Test("The grader gives it every point, whoever it is for", arguments: ExerciseTests.all)
  func everyPoint(id: String) throws {
    let exercise = try #require(ExerciseCatalogue[id])
    for candidate in SolutionTests.candidates {
      let solution = try exercise.solution(for: candidate, RunMonitor())
      let marking = try exercise.mark(try exercise.answer(solution.answer), of: candidate, RunMonitor())
      #expect(
        marking.score == exercise.maxScore,
        "seed \(candidate.seed): \(marking.checks.filter { !$0.passed }.map(\.message))")
    }
  }

  @Test("Every field is one of the answer's, and it is said why", arguments: ExerciseTests.all)
  func words(id: String) throws {
    let exercise = try #require(ExerciseCatalogue[id])
    let solution = try exercise.solution(for: .anonymous, RunMonitor())
    let names = solution.fields.map(\.name)
    if exercise.kind == .answers { #expect(names == exercise.schema.parameters.map(\.name)) }
    #expect(names.allSatisfy { exercise.schema[$0] != nil })
    #expect(!solution.explanation.isEmpty && solution.explanation.allSatisfy { $0.hasSuffix(".") })
    for field in solution.fields { #expect(!field.reason.hasSuffix("."), "\(field.reason)") }
    let marking = try exercise.mark(exercise.schema.defaults, of: .anonymous, RunMonitor())
    for check in marking.checks where !check.isVisible && exercise.schema[check.name] == nil {
      #expect(!solution.explanation.joined().contains(check.name), "what a hidden check tries stays hidden")
    }
  }

  @Test("Nobody gets another person's numbers")
  func ownNumbers() throws {
    let (one, two) = (Candidate(person: 1), Candidate(person: 2))
    let exercise = RecoverTheFleet()
    let answer = try exercise.answer(try exercise.solution(for: one, RunMonitor()).answer)
    #expect(try exercise.mark(answer, of: two, RunMonitor()).score < exercise.maxScore)
  }
}
