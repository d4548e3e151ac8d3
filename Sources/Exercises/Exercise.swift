package import JSON
internal import Retry
package import Simulation

// Exercises: what is asked, and one grader a file. Pure: no storage, no sockets, no clock.
//
//   Exercise            a question, the schema of its answer, and its grader
//   Candidate           for whom it is graded: gives the seed of questions that differ from person to person
//   Marking, Check      what was checked, and what whom is shown of it
//   ModelSolution       an answer with every point, and why
//   ExerciseCatalogue   all of them

/// One exercise behind a uniform face.
package protocol Exercise: Sendable {
  /// The name in addresses, such as `classify-failures`.
  var id: String { get }
  var title: String { get }
  /// The slug of the lesson that it belongs to.
  var lesson: String { get }
  /// What is asked, in sentences.
  var task: String { get }
  /// The member of the request's body that holds the answer.
  var kind: SubmissionKind { get }
  /// The answer's fields. Each answer has to be given; a policy's settings have defaults.
  var schema: Schema { get }
  /// Grows whenever the same answer could get another grade than before.
  var graderVersion: String { get }
  /// Points for everything right, in hundredths.
  var maxScore: Int { get }

  /// The experiment with which the answer is found, if it is one that runs with what is given.
  var experiment: String? { get }

  /// True if marking takes a small part of a millisecond, so that nobody has to wait for a turn.
  var isMarkedAtOnce: Bool { get }

  /// What this candidate needs beside the task, such as the seed of their own question.
  func given(for candidate: Candidate) -> [(name: String, value: JSONValue)]

  /// Grades a whole, valid answer. The same answer of the same candidate always gets the same marking.
  /// - Throws: `RunStopped` when the monitor says that nobody waits any more.
  func mark(_ answer: Arguments, of candidate: Candidate, _ monitor: RunMonitor) throws -> Marking

  /// An answer of this candidate's that gets every point, and why. It says nothing of what hidden checks hold beyond
  /// what the answer itself gives away.
  /// - Throws: `RunStopped` when the monitor says that nobody waits any more.
  func solution(for candidate: Candidate, _ monitor: RunMonitor) throws -> ModelSolution
}

extension Exercise {
  package var experiment: String? { nil }

  package var isMarkedAtOnce: Bool { false }

  package func given(for candidate: Candidate) -> [(name: String, value: JSONValue)] { [] }

  /// Reads an answer from the JSON value of the body's member.
  /// - Throws: every fault at once; a field that is missing is one.
  package func answer(_ value: JSONValue) throws(InvalidParameters) -> Arguments {
    var faults: [Fault] = []
    var accepted: Arguments?
    do throws(InvalidParameters) { accepted = try schema.arguments(json: value) } catch { faults = error.faults }
    if case .object = value, kind == .answers {
      for parameter in schema.parameters where value[parameter.name] == nil {
        faults.append(Fault(parameter.name, "is missing; it must be \(parameter.kind.allowed)"))
      }
    }
    guard faults.isEmpty, let accepted else { throw InvalidParameters(faults) }
    return accepted
  }
}

package enum SubmissionKind: String, Sendable, CaseIterable {
  /// Answers to questions.
  case answers
  /// Settings that are tried out.
  case policy
}

/// For whom an exercise is graded.
package struct Candidate: Sendable, Equatable {
  /// Makes this person's questions: the same for the same person, another for the next.
  package let seed: Int

  package init(seed: Int) { self.seed = seed }

  /// A known person, by their number.
  package init(person: Int) {
    // Seven digits at most, since people copy them; two neighbours' seeds have nothing in common.
    let word = SplitMix64.output(UInt64(truncatingIfNeeded: person) &* SplitMix64.increment)
    self.init(seed: Int(word % 9_000_000) + 1_000_000)
  }

  /// Somebody who tries an exercise without being known.
  package static let anonymous = Candidate(seed: 1)
}

package enum ExerciseCatalogue {
  /// Every exercise, in the order of the lessons.
  package static let exercises: [any Exercise] = [
    ClassifyFailures(), ReplaySensitivity(), RecoverTheFleet(), PolicyTuning(), TellTheUser(), BreakTheLoop(),
  ]

  package static subscript(id: String) -> (any Exercise)? { exercises.first { $0.id == id } }
}
