import Exercises
import Foundation
import HTTP
import JSON
import Listener
import Simulation
import Site
import Store
import Testing

@Suite("Submissions over sockets") struct SubmissionSocketTests {
  private static let exercise = ScriptedExercise("even") { number, _ in ScriptedExercise.even(number) }

  private func request(_ person: KnownPerson, _ exercise: String, key: String, number: Int) -> [UInt8] {
    let body = #"{"policy":{"number":\#(number)}}"#
    let lines = [
      "POST /api/v1/exercises/\(exercise)/submissions HTTP/1.1", "Host: localhost", "Content-Type: application/json",
      "Content-Length: \(body.utf8.count)", "Authorization: Bearer \(person.token.text)", "Idempotency-Key: \(key)",
    ]
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
  }

  @Test("Two worker threads serve 64 connections that submit at once")
  func manyAtOnce() throws {
    let served = try ServedSite(try SiteFixture({ $0.submissionsPerMinute = 10_000 }, exercises: [Self.exercise]))
    let people = try (0..<64).map { try served.fixture.person("Student \($0)") }
    let connections = try people.map { _ in try RawConnection(port: served.port) }
    for round in 0..<5 {
      for (person, connection) in zip(people, connections) {
        connection.send(request(person, "even", key: "k\(round)", number: round))
      }
      for connection in connections {
        let answer = try connection.answer(to: "POST")
        #expect(answer.status == 201)
        #expect(try JSONParser.parse(answer.body)["score"] == (round % 2 == 0 ? 0.6 : 0))
      }
    }
    for person in people {
      let submissions = try served.fixture.storage.submissions(
        person: person.person.id, exercise: nil, after: nil, limit: 100)
      #expect(submissions.map(\.attempt) == [1, 2, 3, 4, 5])
    }
  }

  @Test("One key on many connections at once makes one submission")
  func oneKey() throws {
    let served = try ServedSite(try SiteFixture({ $0.submissionsPerMinute = 1_000 }, exercises: [Self.exercise]))
    let ada = try served.fixture.person("Ada")
    for round in 0..<10 {
      let connections = try (0..<16).map { _ in try RawConnection(port: served.port) }
      for connection in connections { connection.send(request(ada, "even", key: "k\(round)", number: 2)) }
      let answers = try connections.map { try $0.answer(to: "POST") }
      #expect(answers.allSatisfy { $0.status == 201 || $0.status == 409 })
      #expect(answers.count { $0.status == 201 && $0.field("Idempotency-Replayed") == nil } == 1)
      #expect(Set(answers.filter { $0.status == 201 }.map(\.text)).count == 1)
      #expect(answers.filter { $0.status == 409 }.allSatisfy { $0.field("Retry-After") == "1" })
    }
    #expect(try served.fixture.storage.submissions(person: nil, exercise: nil, after: nil, limit: 100).count == 10)
  }

  @Test("Whoever leaves finds the grade later, and a stopping server answers what it took")
  func leavingAndDraining() throws {
    let door = Door()
    let slow = ScriptedExercise("slow") { number, monitor in
      try door.pass(monitor)
      return ScriptedExercise.even(number)
    }
    let served = try ServedSite(try SiteFixture(exercises: [slow]))
    let (ada, ben) = (try served.fixture.person("Ada"), try served.fixture.person("Ben"))
    let leaving = try RawConnection(port: served.port)
    leaving.send(request(ada, "slow", key: "k", number: 2))
    #expect(eventually { door.waiting == 1 })
    leaving.reset()
    let staying = try RawConnection(port: served.port)
    staying.send(request(ben, "slow", key: "k", number: 2))
    #expect(eventually { door.waiting == 2 })
    let drained = Concurrently { served.server.drain(within: patience * 1000) }
    #expect(eventually { (try? RawConnection(port: served.port)) == nil })
    door.open()
    let answer = try staying.answer(to: "POST")
    #expect(answer.status == 201)
    #expect(answer.field("Connection") == "close")
    #expect(try drained.value())
    let kept = try served.fixture.post(
      "/api/v1/exercises/slow/submissions", #"{"policy":{"number":2}}"#, as: ada, ("Idempotency-Key", "k"))
    #expect(kept.status == .created)
    #expect(kept.has("Idempotency-Replayed", "true"))
  }
}
