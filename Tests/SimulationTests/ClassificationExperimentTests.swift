import JSON
import Simulation
import Testing

@Suite("classification: which failures are worth retrying")
struct ClassificationExperimentTests {
  let experiment = ClassificationExperiment()

  func failure(_ name: String, _ query: KeyValuePairs<String, String>) throws -> JSONValue {
    let failures = try report(experiment, query).result.elements("failures")
    return try #require(failures.first { $0["failure"] == .string(name) })
  }

  @Test(
    "the table, for a GET",
    arguments: [
      ("connection-lost", "retry", "perhaps", true), ("timed-out", "retry", "perhaps", true),
      ("cannot-connect", "retry", "surely-not", true), ("host-not-found", "retry", "surely-not", true),
      ("not-connected", "wait-for-connectivity", "surely-not", false), ("cancelled", "never", "perhaps", false),
      ("insecure", "never", "surely-not", false), ("undecodable", "never", "surely", false),
      ("408", "retry", "surely-not", true), ("429", "retry", "surely", true), ("425", "retry", "surely", true),
      ("500", "rarely", "surely", true), ("502", "retry", "perhaps", true), ("503", "retry", "surely", true),
      ("504", "retry", "perhaps", true), ("501", "never", "surely", false), ("505", "never", "surely", false),
      ("400", "never", "surely", false), ("404", "never", "surely", false),
    ])
  func table(name: String, decision: String, reach: String, spends: Bool) throws {
    let found = try failure(name, [:])
    #expect(found.text("decision") == decision)
    #expect(found.text("reachedServer") == reach)
    #expect(found["spendsBudget"] == .bool(spends))
    #expect(!found.text("reason").isEmpty)
  }

  @Test(
    "crossed with the request",
    arguments: [
      ("POST", "", "timed-out", "check-first", "uncertain"), ("POST", "k-9", "timed-out", "retry", "try-again-shortly"),
      ("PATCH", "", "connection-lost", "check-first", "uncertain"),
      ("POST", "", "cannot-connect", "retry", "try-again-shortly"),
      ("POST", "", "408", "retry", "try-again-shortly"), ("POST", "k-9", "409", "retry", "try-again-shortly"),
      ("POST", "", "409", "never", "correct-entry"), ("GET", "", "505", "never", "unexpected"),
      ("POST", "", "503", "never", "try-again-shortly"), ("PUT", "", "503", "retry", "try-again-shortly"),
      ("POST", "", "400", "never", "correct-entry"), ("POST", "", "not-connected", "wait-for-connectivity", "offline"),
    ])
  func crossed(method: String, key: String, name: String, decision: String, message: String) throws {
    let found = try failure(name, ["method": method, "key": key])
    #expect(found.text("decision") == decision)
    #expect(found.text("messageClass") == message)
  }

  @Test("every failure is there once, with the crossing, the counts and the four cases")
  func whole() throws {
    let report = try report(experiment, ["statuses": "503,503,404"])
    let failures = report.result.elements("failures")
    #expect(failures.count == 10)
    #expect(report.result.elements("crossing").count == 10)
    #expect(report.result.member("counts").integer("retry") == 5)
    // The four cases call offline, cancelled and TLS failures worth retrying.
    #expect(report.result.integer("fourCasesWrong") == 3)
    #expect(report.tables[0].rows.count == 10)
    #expect(report.reading.hasPrefix("Of 10 failures of a GET:"))
  }

  @Test("only what was asked for is classified")
  func chosen() throws {
    let result = try report(experiment, ["failures": "timed-out", "statuses": "499"]).result
    #expect(result.elements("failures").map { $0.text("failure") } == ["timed-out", "499"])
    #expect(faults(experiment, ["statuses": "399", "key": "a\tb", "failures": "x"]).count == 3)
  }
}
