import JSON
import Simulation
import Testing

@Suite("What holds for every experiment")
struct CatalogueTests {
  static let ids = Catalogue.experiments.map(\.id)

  private func experiment(_ id: String) throws -> any Experiment { try #require(Catalogue[id]) }

  @Test("All of the course's pure experiments are there, each once")
  func all() {
    #expect(
      Set(Self.ids) == [
        "classification", "retry-after", "jitter-histogram", "recovery", "budget", "amplification", "retry",
        "lost-response", "replay", "two-worlds", "metastable", "contention",
      ])
    #expect(Self.ids.count == 12)
  }

  @Test("A schema says what each parameter is, and its default is one that it accepts", arguments: ids)
  func schema(id: String) throws {
    let experiment = try experiment(id)
    #expect(!experiment.title.isEmpty)
    #expect(experiment.question.hasSuffix("?"))
    let names = experiment.schema.parameters.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.last == "seed")
    for parameter in experiment.schema.parameters {
      #expect(!parameter.label.isEmpty)
      #expect(parameter.meaning.hasSuffix("."))
      if parameter.unit == "ms" { #expect(parameter.name.hasSuffix("Ms")) }
      if parameter.name.hasSuffix("Ms") { #expect(parameter.unit == "ms") }
    }
    let defaults = experiment.schema.defaults
    #expect(try experiment.arguments(json: defaults.json) == defaults)
    #expect(try experiment.arguments(query: []) == defaults)
  }

  @Test("What is echoed, asked again, gives the same bytes, on any number of threads", arguments: ids)
  func sameBytes(id: String) throws {
    let experiment = try experiment(id)
    let arguments = try experiment.arguments(query: [("seed", "42")])
    let report = try experiment.run(arguments, RunMonitor())
    let again = try experiment.run(experiment.arguments(json: arguments.json), RunMonitor(threads: 3))
    #expect(report.result.bytes == again.result.bytes)
    #expect(report.reading == again.reading)
    #expect(report.tables == again.tables)
  }

  @Test("A seed is offered where another one gives another result, and nowhere else", arguments: ids)
  func seed(id: String) throws {
    let experiment = try experiment(id)
    // Where every attempt fails, or none, nothing is drawn for it.
    let chance = experiment.schema["failureRate"] == nil ? [] : [(name: "failureRate", value: "0.5")]
    let results = try (1...5).map { seed in
      let arguments = try experiment.arguments(query: chance + [("seed", "\(seed)")])
      #expect(arguments.seed == seed)
      return try experiment.run(arguments, RunMonitor()).result.bytes
    }
    #expect((Set(results).count > 1) == experiment.schema.isSeeded)
    #expect(experiment.schema.offered.contains { $0.name == "seed" } == experiment.schema.isSeeded)
  }

  @Test("A report has a sentence, and tables that are rectangular and short", arguments: ids)
  func report(id: String) throws {
    let experiment = try experiment(id)
    let report = try experiment.run(experiment.schema.defaults, RunMonitor())
    #expect(report.reading.hasSuffix("."))
    #expect(report.reading.utf8.count < 1_200)
    #expect(!report.tables.isEmpty)
    for table in report.tables {
      #expect(!table.caption.isEmpty)
      #expect(table.rows.allSatisfy { $0.count == table.columns.count })
      #expect((1...60).contains(table.rows.count))
    }
    #expect(report.result.bytes.count < 200_000)
  }

  @Test("Progress is told from 0 to 1, never backwards", arguments: ids)
  func progress(id: String) throws {
    let experiment = try experiment(id)
    let told = Recorder()
    _ = try experiment.run(experiment.schema.defaults, RunMonitor(threads: 2, progress: told.record))
    #expect(told.values == told.values.sorted())
    #expect(told.values.allSatisfy { (0...1).contains($0) })
  }

  @Test("No parameters make validation fail in another way than by its faults", arguments: ids)
  func anything(id: String) throws {
    let experiment = try experiment(id)
    let texts = [
      "", "0", "1", "-1", "2", "9223372036854775807", "1e308", "none", "full", "true", "503;retry-after=1", ",",
      "2,2,1",
      "\u{0}", String(repeating: "9", count: 5_000),
    ]
    let names = experiment.schema.parameters.map(\.name) + ["unknown"]
    for trial in 0..<2_000 {
      let draws = Draws(seed: trial)
      let pairs = (0..<4).map { index -> (name: String, value: String) in
        let word = draws.word(client: 0, attempt: index)
        return (names[Int(word % UInt64(names.count))], texts[Int((word >> 32) % UInt64(texts.count))])
      }
      do throws(InvalidParameters) {
        let arguments = try experiment.arguments(query: pairs)
        let again = try experiment.arguments(json: arguments.json)
        #expect(again == arguments)
      } catch {
        #expect(!error.faults.isEmpty)
        #expect(error.faults.allSatisfy { $0.message.utf8.count < 1_000 })
      }
    }
  }
}
