import Exercises
import Foundation
import HTTP
import JSON
import Simulation
import Site
import Store
import Synchronization
import Testing

@Suite("Taking turns") struct FairQueueTests {
  @Test func `gives each owner one in turn, and each their own in order`() {
    var queue = FairQueue<String, Int>()
    for number in 1...4 { queue.append(number, of: "a") }
    queue.append(10, of: "b")
    queue.append(20, of: "c")
    queue.append(11, of: "b")
    #expect(queue.count == 7)
    #expect(queue.count(of: "a") == 4)
    var taken: [Int] = []
    while let (_, number) = queue.take() { taken.append(number) }
    #expect(taken == [1, 10, 20, 2, 11, 3, 4])
    #expect(queue.count == 0)
  }

  @Test func `passes over who may not`() {
    var queue = FairQueue<String, Int>()
    for number in 1...3 { queue.append(number, of: "a") }
    let single: (Int, Int) -> Bool = { _, taken in taken == 0 }
    #expect(queue.take(where: single)?.element == 1)
    #expect(queue.take(where: single) == nil)
    queue.append(10, of: "b")
    #expect(queue.take { waiting, _ in waiting == 1 }?.element == 10)
    #expect(queue.take(where: single) == nil)
    queue.finish("a")
    #expect(queue.take(where: single)?.element == 2)
    queue.finish("b")
    queue.finish("a")
    #expect(queue.take(where: single)?.element == 3)
    #expect(queue.take() == nil)
  }

  @Test("Keeps to first in, first out, whatever is put in and taken", arguments: 1...20)
  func fifo(seed: UInt64) {
    var queue = FIFO<Int>()
    var model: [Int] = []
    var state = seed
    for number in 0..<2000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      if state >> 33 & 3 < (number < 1000 ? 3 : 1) {
        queue.append(number)
        model.append(number)
      } else {
        #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
      }
      #expect(queue.count == model.count)
      #expect(queue.first == model.first)
    }
  }
}

@Suite("Grading in a queue") struct GradingQueueTests {
  private let body = #"{"policy":{"number":4}}"#

  private func path(_ id: String) -> String { "/api/v1/exercises/\(id)/submissions" }

  @Test func `lets a request go with 202 after a while, and keeps to that answer`() throws {
    let door = Door()
    let slow = ScriptedExercise("slow") { number, monitor in
      try door.pass(monitor)
      return ScriptedExercise.even(number)
    }
    let fixture = try SiteFixture({ $0.grading.patience = 50 }, exercises: [slow])
    let ada = try fixture.person("Ada")
    let first = try fixture.post(path("slow"), body, as: ada, ("Idempotency-Key", "k"))
    #expect(first.status == .accepted)
    #expect(first.has("Retry-After", "1"))
    #expect(first.json["status"] == "pending")
    let location = try #require(first.headers["Location"])
    let pending = try fixture.get(location, as: ada)
    #expect(pending.json["status"] == "pending")
    #expect(pending.has("Retry-After", "1"))
    #expect(eventually { door.waiting == 1 })
    let metrics = try fixture.get("/metrics").text
    #expect(metrics.contains("course_submissions{state=\"running\"} 1\n"))
    #expect(metrics.contains("course_submissions_deferred_total 1\n"))
    door.open()
    #expect(try eventually { try fixture.get(location, as: ada).json["status"] == "graded" })
    #expect(try fixture.get(location, as: ada).json["score"]?.text == nil)
    let again = try fixture.post(path("slow"), body, as: ada, ("Idempotency-Key", "k"))
    #expect(again.status == .accepted, "the first status and bytes, though the grade is there by now")
    #expect(again.body == first.body)
    #expect(again.has("Retry-After", "1"))
    #expect(again.has("Idempotency-Replayed", "true"))
  }

  @Test func `refuses a key while its first request has no answer yet`() throws {
    let door = Door()
    let slow = ScriptedExercise("slow") { number, monitor in
      try door.pass(monitor)
      return ScriptedExercise.even(number)
    }
    let fixture = try SiteFixture(exercises: [slow])
    let ada = try fixture.person("Ada")
    let first = Concurrently { try fixture.post(self.path("slow"), self.body, as: ada, ("Idempotency-Key", "k")) }
    #expect(eventually { door.waiting == 1 })
    let second = try fixture.post(path("slow"), body, as: ada, ("Idempotency-Key", "k"))
    #expect(second.status == .conflict)
    #expect(second.problem == "key-in-progress")
    #expect(second.has("Retry-After", "1"))
    let other = try fixture.post(path("slow"), body + " ", as: ada, ("Idempotency-Key", "k"))
    #expect(other.status == .unprocessableContent, "another body is told before that the first is in progress")
    door.open()
    let answer = try first.value()
    #expect(answer.status == .created)
    #expect(try fixture.post(path("slow"), body, as: ada, ("Idempotency-Key", "k")).body == answer.body)
  }

  @Test func `takes up what a former process left, and then answers the key`() throws {
    let fixture = try SiteFixture(exercises: [ScriptedExercise("even") { number, _ in ScriptedExercise.even(number) }])
    let ada = try fixture.person("Ada")
    // As a server leaves it that dies between accepting and grading.
    fixture.context.grading.stop()
    let scope = "person \(ada.id) POST /api/v1/exercises/even/submissions"
    let bytes = Array(body.utf8)
    let accepted = Mutex(false)
    fixture.storage.accept(
      NewSubmission(person: ada.person.id, exercise: "even", body: bytes),
      claim: Claim(scope: scope, key: "k", body: Digest(of: bytes), expiresAt: nil), at: 1
    ) { _ in accepted.withLock { $0 = true } }
    #expect(eventually { accepted.withLock { $0 } })
    #expect(try fixture.post(path("even"), body, as: ada, ("Idempotency-Key", "k")).problem == "key-in-progress")
    #expect(try fixture.get("/api/v1/me/grades", as: ada).json["total"] == 0)

    let next = GradingQueue(
      fixture.storage, fixture.context.grader, log: fixture.context.log, clock: fixture.context.clock,
      time: fixture.context.time, threads: 2)
    try next.start()
    defer { next.stop() }
    #expect(eventually { next.counts.graded == 1 })
    #expect(next.counts.resumed == 1)
    let answer = try fixture.post(path("even"), body, as: ada, ("Idempotency-Key", "k"))
    #expect(answer.status == .created)
    #expect(answer.has("Idempotency-Replayed", "true"))
    #expect(answer.json["status"] == "graded")
    #expect(answer.json["graderVersion"] == "7")
  }

  @Test func `lets a fault of ours cost no attempt`() throws {
    struct Broken: Error {}
    let fixture = try SiteFixture(exercises: [
      ScriptedExercise("broken") { number, _ in
        if number == 13 { throw Broken() }
        return ScriptedExercise.even(number)
      }
    ])
    let ada = try fixture.person("Ada")
    try fixture.storage.set(ExerciseSettings(exercise: "broken", attemptLimit: 1), told: "", at: 1, by: .system)
    let bad = #"{"policy":{"number":13}}"#
    let failed = try fixture.post(path("broken"), bad, as: ada, ("Idempotency-Key", "k"))
    #expect(failed.status == .internalServerError)
    #expect(failed.problem == "grading-failed")
    #expect(!failed.text.contains("Broken"))
    let again = try fixture.post(path("broken"), bad, as: ada, ("Idempotency-Key", "k"))
    #expect(again.status == .internalServerError, "an outcome of work that began is kept")
    #expect(again.body == failed.body)
    #expect(try fixture.get("/api/v1/exercises/broken", as: ada).json["attempts"] == ["used": 0, "left": 1])
    let grades = try fixture.get("/api/v1/me/grades", as: ada).json
    #expect(grades["history"]?.elements.first?["status"] == "failed")
    #expect(try fixture.post(path("broken"), body, as: ada, ("Idempotency-Key", "l")).status == .created)
    #expect(try fixture.post(path("broken"), body, as: ada, ("Idempotency-Key", "m")).problem == "attempts-spent")
    #expect(try fixture.get("/metrics").text.contains("course_submissions_total{outcome=\"abandoned\"} 1\n"))
  }

  @Test func `gives up a marking that takes too long, and what waits for too long`() throws {
    let door = Door()
    let stuck = ScriptedExercise("stuck") { number, monitor in
      try door.pass(monitor)
      return ScriptedExercise.even(number)
    }
    let fixture = try SiteFixture({ $0.grading.marking = 100 }, exercises: [stuck])
    let ada = try fixture.person("Ada")
    #expect(
      try fixture.post(path("stuck"), body, as: ada, ("Idempotency-Key", "k")).status == .internalServerError)

    // One that does not even listen to its monitor.
    let deaf = Door()
    defer { deaf.open() }
    let hung = ScriptedExercise("hung") { number, _ in
      try deaf.pass(RunMonitor())
      return ScriptedExercise.even(number)
    }
    let other = try SiteFixture(
      {
        $0.grading.patience = 20
        $0.grading.pending = 100
      }, exercises: [hung])
    let ben = try other.person("Ben")
    let taken = try other.post(path("hung"), body, as: ben, ("Idempotency-Key", "k"))
    #expect(taken.status == .accepted)
    #expect(try eventually { try other.storage.pending(after: nil, limit: 10).isEmpty })
    deaf.open()
    let location = try #require(taken.headers["Location"])
    #expect(try other.get(location, as: ben).json["status"] == "failed")
    // The grade that comes after all changes nothing.
    #expect(eventually { other.context.grading.counts.running == 0 })
    #expect(try other.get(location, as: ben).json["status"] == "failed")
    #expect(try other.get("/api/v1/me/grades", as: ben).json["total"] == 0)
  }

  @Test func `serves another person while one has many waiting`() throws {
    let door = Door()
    let slow = ScriptedExercise("slow") { number, monitor in
      if number == 4 { try door.pass(monitor) }
      return ScriptedExercise.even(number)
    }
    let fixture = try SiteFixture({ $0.grading.patience = 1 }, exercises: [slow])
    let (ada, ben) = (try fixture.person("Ada"), try fixture.person("Ben"))
    for number in 1...20 {
      #expect(
        try fixture.post(path("slow"), body, as: ada, ("Idempotency-Key", "\(number)")).status == .accepted)
    }
    #expect(eventually { door.waiting == 1 }, "one thread stays free")
    _ = try fixture.post(path("slow"), #"{"policy":{"number":6}}"#, as: ben, ("Idempotency-Key", "b"))
    #expect(try eventually { try fixture.get("/api/v1/me/grades", as: ben).json["total"] != 0 })
    #expect(fixture.context.grading.counts.graded == 1)
    door.open()
    #expect(eventually { fixture.context.grading.counts.graded == 21 })
  }

  @Test("One person's 500 submissions raise another's 95th percentile by less than a fifth")
  func fairness() throws {
    // A machine that is busy with other things can spoil some measurements, not all.
    var ratios: [Double] = []
    while ratios.count < 10, ratios.min() ?? 2 >= 1.2 { ratios.append(try unfairness()) }
    #expect(ratios.min() ?? 2 < 1.2, "\(ratios)")
  }

  /// By how much the 95th percentile of one person's times rises while another has 500 submissions under way.
  private func unfairness() throws -> Double {
    // Marking takes time and no processor, so that what is measured is the waiting for one's turn.
    let slow = ScriptedExercise("slow") { number, monitor in
      for _ in 0..<20 where !monitor.isCancelled() { usleep(1000) }
      return ScriptedExercise.even(number)
    }
    let fixture = try SiteFixture({ $0.submissionsPerMinute = 10_000 }, exercises: [slow])
    let (ada, ben) = (try fixture.person("Ada"), try fixture.person("Ben"))
    let grading = fixture.context.grading
    func percentile(_ name: String) throws -> Double {
      let times = try (0..<40).map { number in
        let begun = fixture.context.clock()
        let answer = try fixture.post(path("slow"), body, as: ben, ("Idempotency-Key", "\(name)-\(number)"))
        #expect(answer.status == .created)
        return fixture.context.clock() - begun
      }
      return Double(times.sorted()[38])
    }
    let quiet = try percentile("quiet")
    for number in 0..<500 {
      let headers = [("Content-Type", "application/json"), ada.bearer, ("Idempotency-Key", "\(number)")]
      let request = try Request(.post, path("slow"), headers: headers, body: Array(body.utf8))
      guard case .deferred(_, let begin) = fixture.site.reply(to: request) else { throw CancellationError() }
      try begin(Cancellation(), Completion { _ in })
    }
    #expect(eventually { grading.counts.waiting > 300 })
    let busy = try percentile("busy")
    // The other's have to be there all the while.
    return grading.counts.waiting > 100 ? busy / quiet : .infinity
  }
}

/// Runs something on another thread.
final class Concurrently<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)

  init(_ body: @escaping @Sendable () throws -> Value) {
    Thread.detachNewThread { [self] in
      let value = Result { try body() }
      result.withLock { $0 = value }
    }
  }

  /// Waits for it.
  func value() throws -> Value {
    _ = eventually { result.withLock { $0 != nil } }
    return try (result.withLock { $0 } ?? .failure(CancellationError())).get()
  }
}
