import Dispatch
import Exercises
import Foundation
import JSON
import Simulation
import Synchronization
import Testing

/// An exercise that takes a policy of one number and is marked by a closure.
struct ScriptedExercise: Exercise {
  let id: String
  var title: String { "A test" }
  var lesson: String { "waiting" }
  var task: String { "Choose a number." }
  var kind: SubmissionKind { .policy }
  var graderVersion: String { "7" }
  var maxScore: Int { 100 }
  var schema: Schema {
    Schema(fields: [Parameter("number", "Number", .integer(0...1000, default: 1), meaning: "Any number.")])
  }
  let body: @Sendable (Int, RunMonitor) throws -> Marking

  init(_ id: String, _ body: @escaping @Sendable (Int, RunMonitor) throws -> Marking) {
    self.id = id
    self.body = body
  }

  func mark(_ answer: Arguments, of candidate: Candidate, _ monitor: RunMonitor) throws -> Marking {
    try body(answer.integer("number"), monitor)
  }

  func solution(for candidate: Candidate, _ monitor: RunMonitor) -> ModelSolution {
    ModelSolution([("number", 12, "SOLVED-reason")], "SOLVED-explanation")
  }

  /// Gives a point to even numbers.
  static func even(_ number: Int) -> Marking {
    Marking([
      Check("even", isVisible: true, points: 60, passed: number % 2 == 0, message: "A number."),
      Check("secret-check", isVisible: false, points: 40, passed: number > 10, message: "It was above ten."),
    ])
  }
}

/// A door that markings wait at.
final class Door: Sendable {
  private let state = Mutex((isOpen: false, waiting: 0))

  var waiting: Int { state.withLock { $0.waiting } }

  func open() { state.withLock { $0.isOpen = true } }

  /// Returns once the door is open.
  /// - Throws: `RunStopped` when the monitor says so.
  func pass(_ monitor: RunMonitor) throws {
    state.withLock { $0.waiting += 1 }
    while !state.withLock({ $0.isOpen }) {
      if monitor.isCancelled() { throw RunStopped.cancelled }
      usleep(500)
    }
  }
}

/// Waits until a condition that another thread brings about is true, for far longer than it takes on the busiest machine.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(patience)
  while try !condition() {
    guard ContinuousClock.now < end else { return false }
    usleep(2000)
  }
  return true
}

/// How long what has to come is waited for, in seconds.
let patience = 120

extension DispatchSemaphore {
  /// Waits for a signal.
  /// - Throws: if none comes.
  func await() throws { try #require(wait(timeout: .now() + .seconds(patience)) == .success) }
}
