import Exercises
import JSON
import Simulation
import Testing

@Suite("Every exercise")
struct ExerciseTests {
  static let all = ExerciseCatalogue.exercises.map(\.id)

  @Test(arguments: all)
  func marksWhatItsSchemaAccepts(id: String) throws {
    let exercise = try #require(ExerciseCatalogue[id])
    let answer = exercise.schema.defaults
    let marking = try exercise.mark(answer, of: .anonymous, RunMonitor())
    #expect(marking.maxScore == exercise.maxScore)
    #expect((0...marking.maxScore).contains(marking.score))
    #expect(!marking.checks.filter(\.isVisible).isEmpty)
    #expect(!marking.checks.filter { !$0.isVisible }.isEmpty)
    #expect(Set(marking.checks.map(\.name)).count == marking.checks.count)
    #expect(marking == (try exercise.mark(answer, of: .anonymous, RunMonitor())), "the same answer, the same marking")
  }

  @Test("A student sees nothing of a hidden check but the count", arguments: all)
  func hiddenChecksStayHidden(id: String) throws {
    let exercise = try #require(ExerciseCatalogue[id])
    let marking = try exercise.mark(exercise.schema.defaults, of: .anonymous, RunMonitor())
    let shown = String(decoding: marking.json(for: .student).bytes, as: UTF8.self)
    for check in marking.checks where !check.isVisible {
      #expect(!shown.contains("\"name\":\"\(check.name)\""))
    }
    #expect(marking.summary.contains("hidden: \(marking.hidden.passed) of \(marking.hidden.of)"))
    guard case .array(let all) = marking.json(for: .instructor) else { throw Unexpected() }
    #expect(all.count == marking.checks.count)
  }

  @Test("Answers have to be whole and valid; every fault is told", arguments: ["classify-failures", "tell-the-user"])
  func faults(id: String) throws {
    let exercise = try #require(ExerciseCatalogue[id])
    #expect { try exercise.answer([:]) } throws: { error in
      (error as? InvalidParameters)?.faults.map(\.parameter) == exercise.schema.parameters.map(\.name)
    }
    #expect { try exercise.answer(["nonsense": 1]) } throws: { error in
      (error as? InvalidParameters)?.faults.count == exercise.schema.parameters.count + 1
    }
    #expect(throws: InvalidParameters.self) { try exercise.answer([1, 2]) }
  }
}

@Suite("Exercises graded by a table")
struct TableExerciseTests {
  private static let decisions: [(String, String)] = [
    ("connection-lost", "retry"), ("timed-out", "retry"), ("cannot-connect", "retry"), ("host-not-found", "retry"),
    ("not-connected", "wait-for-connectivity"), ("cancelled", "never"), ("insecure", "never"),
    ("undecodable", "never"), ("400", "never"), ("404", "never"), ("408", "retry"), ("425", "retry"),
    ("429", "retry"), ("500", "rarely"), ("501", "never"), ("503", "retry"),
    ("get-timed-out", "retry"), ("put-503", "retry"), ("post-timed-out", "check-first"),
    ("post-key-timed-out", "retry"), ("post-cannot-connect", "retry"), ("patch-connection-lost", "check-first"),
    ("delete-502", "retry"), ("post-key-400", "never"),
  ]

  private func marking(_ id: String, _ pairs: [(String, String)]) throws -> Marking {
    let exercise = try #require(ExerciseCatalogue[id])
    let answer = try exercise.answer(.object(pairs.map { JSONMember($0.0, .string($0.1)) }))
    return try exercise.mark(answer, of: .anonymous, RunMonitor())
  }

  @Test func classification() throws {
    let whole = try marking("classify-failures", TableExerciseTests.decisions)
    #expect(whole.score == 1000)
    var one = TableExerciseTests.decisions
    one[13].1 = "retry"
    let less = try marking("classify-failures", one)
    #expect(less.score == 1000 - 42)
    let check = try #require(less.checks.first { $0.name == "500" })
    #expect(!check.passed)
    #expect(check.message.contains("usually a bug"))
    #expect(!check.message.contains("rarely"), "the reason helps; the answer is not given")
  }

  @Test func messages() throws {
    let whole = try marking(
      "tell-the-user",
      [
        ("offline", "offline"), ("list-503", "try-again-shortly"), ("payment-timed-out", "uncertain"),
        ("payment-refused", "try-again-shortly"), ("form-422", "correct-entry"),
        ("payment-key-timed-out", "try-again-shortly"), ("certificate", "insecure"), ("left", "none"),
      ])
    #expect(whole.score == 800)
  }

  @Test func replay() throws {
    let whole = try marking(
      "replay-sensitivity",
      [
        ("order-keyless", "repeat-sensitive"), ("order-keyed", "robust"), ("spend-budget", "repeat-sensitive"),
        ("set-address", "order-sensitive"), ("delete", "robust"), ("append-comment", "doubly-sensitive"),
        ("conditional-update", "order-sensitive"), ("store-token", "order-sensitive"),
      ])
    #expect(whole.score == 800)
  }
}

@Suite("Exercises graded by running an experiment")
struct MeasuredExerciseTests {
  @Test("Each candidate's own numbers are right for their seed alone")
  func fleet() throws {
    let exercise = RecoverTheFleet()
    let (own, other) = (Candidate(seed: 41), Candidate(seed: 42))
    let answer = try exercise.answer(try numbers(seed: 41))
    #expect(try exercise.mark(answer, of: own, RunMonitor()).score == 1400)
    let foreign = try exercise.mark(answer, of: other, RunMonitor())
    #expect(foreign.score < 1000)
    #expect(exercise.given(for: own).first?.value == 41)
  }

  private func numbers(seed: Int) throws -> JSONValue {
    let recovery = try #require(Catalogue["recovery"])
    let arguments = try recovery.arguments(json: ["seed": .integer(seed)])
    guard case .array(let series) = try recovery.run(arguments, RunMonitor()).result["series"] else {
      throw Unexpected()
    }
    var members = [JSONMember("fastest", "equal"), JSONMember("kindest", "decorrelated")]
    for element in series {
      guard case .string(let name) = element["strategy"], name != "constant" else { continue }
      for (member, field) in [("peak", "Peak"), ("meanFifthRetryMs", "MeanFifthRetryMs"), ("t99Ms", "T99Ms")] {
        members.append(JSONMember(name + field, element[member] ?? .null))
      }
    }
    return .object(members)
  }

  private func marking(_ exercise: some Exercise, _ settings: JSONValue) throws -> Marking {
    try exercise.mark(try exercise.answer(settings), of: .anonymous, RunMonitor())
  }

  @Test("A careful policy gets the most points, a naive one few")
  func policy() throws {
    let careful = try marking(
      PolicyTuning(),
      [
        "retryAfterJitterMs": 1000, "maxAttempts": 4, "capacity": 20, "strategy": "full", "retryOn": "listed",
        "repeats": "safe", "retryAfter": "honour", "budget": "ratio",
      ])
    let stubborn = try marking(PolicyTuning(), ["maxAttempts": 1000])
    let usual = try marking(
      PolicyTuning(),
      [
        "maxAttempts": 3, "strategy": "full", "retryOn": "listed", "repeats": "safe", "retryAfter": "honour",
        "budget": "ratio",
      ])
    #expect(careful.score == 2100, "\(careful.checks.filter { !$0.passed }.map(\.message))")
    #expect(stubborn.score < 300, "\(stubborn.checks.filter(\.passed).map(\.message))")
    #expect((1200..<1800).contains(usual.score), "\(usual.checks.filter { !$0.passed }.map(\.message))")
    #expect(!usual.checks.contains { $0.name == "a blip: refused for 0.4 s: success" && $0.passed })
  }

  @Test("The clients' settings and the server's together break the loop, not one of them, nor leaving the limits")
  func loop() throws {
    let budget = try marking(BreakTheLoop(), ["budget": "ratio", "queueBound": 500])
    #expect(budget.score == 1200, "\(budget.checks.filter { !$0.passed }.map(\.message))")
    #expect(try marking(BreakTheLoop(), ["budget": "grpc", "shed": true]).score == 1200)
    let server = try marking(BreakTheLoop(), ["shed": true, "queueBound": 500])
    #expect(server.score == 400)
    #expect(server.checks.contains { $0.message.contains("requests for each first try in the trigger; at most 1.25") })
    for cheat in [["attempts": 1, "shed": true], ["timeoutMs": 60_000], ["timeoutMs": 499]] as [JSONValue] {
      let marking = try marking(BreakTheLoop(), cheat)
      #expect(marking.score == 40)
      #expect(marking.checks.contains { !$0.passed && $0.message.contains(" must be ") })
    }
  }

  @Test(
    "The form as it is, and one value changed, get a third at most", arguments: ["policy-tuning", "break-the-loop"])
  func easyPoints(id: String) throws {
    let exercise = try #require(ExerciseCatalogue[id])
    #expect(try exercise.mark(exercise.schema.defaults, of: .anonymous, RunMonitor()).score * 10 < exercise.maxScore)
    for parameter in exercise.schema.parameters {
      let values: [JSONValue] =
        switch parameter.kind {
        case .integer(let range, _), .optionalInteger(let range):
          [0, 1, 2, 3, 5, 10, 99, 100, 500, 1_000, 2_000, 60_000].filter {
            range.contains($0) && (parameter.name != "maxAttempts" || $0 < 1_000)
          }.map { .integer($0) }
        case .number(let range, _): [0, 0.1, 0.5, 1, 25, 500].filter { range.contains($0) }.map { .number($0) }
        case .choice(let choices, _): choices.map { .string($0.name) }
        case .flag: [true, false]
        default: []
        }
      for value in values {
        let answer = try exercise.answer(.object([JSONMember(parameter.name, value)]))
        let score = try exercise.mark(answer, of: Candidate(seed: 41), RunMonitor()).score
        #expect(score * 3 <= exercise.maxScore, "\(parameter.name) \(value): \(score)")
      }
    }
  }
}

struct Unexpected: Error {}
