import Dispatch
import Glibc
import JSON
import Simulation
import Site
import Synchronization
import Testing

/// An experiment that runs until it is let go, and counts how often it began.
private final class Gate: Experiment {
  let id = "gate"
  let title = "A gate"
  let question = "Is it open?"
  let schema = Schema([Parameter("size", "Size", .integer(0...1_000_000, default: 1), meaning: "Bytes of result.")])

  let begun = Atomic<Int>(0)
  private let isOpen = Atomic<Bool>(false)
  private let hasBegun = DispatchSemaphore(value: 0)

  func run(_ arguments: Arguments, _ monitor: RunMonitor) throws -> Report {
    begun.wrappingAdd(1, ordering: .sequentiallyConsistent)
    hasBegun.signal()
    while !isOpen.load(ordering: .sequentiallyConsistent) {
      if monitor.isCancelled() { throw RunStopped.cancelled }
      monitor.progress(0.5)
      usleep(200)
    }
    let text = String(repeating: "x", count: arguments.integer("size"))
    return Report(result: ["text": .string(text)], reading: "Open.", tables: [])
  }

  func open() { isOpen.store(true, ordering: .sequentiallyConsistent) }
  func awaitBegin() throws { try hasBegun.await() }
}

/// Runs a closure on a thread of its own.
private final class Background<Value: Sendable>: Sendable {
  private let outcome = Mutex<Result<Value, any Error>?>(nil)
  private let done = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () throws -> Value) {
    DispatchQueue(label: "background").async { [self] in
      let result = Result { try body() }
      outcome.withLock { $0 = result }
      done.signal()
    }
  }

  func value() throws -> Value? {
    try done.await()
    return try outcome.withLock { $0 }?.get()
  }
}

@Suite("The runner") struct ExperimentRunnerTests {
  private func arguments(_ gate: Gate, _ size: Int) throws -> Arguments {
    try gate.arguments(query: [("size", String(size))])
  }

  @Test func `runs equal requests at the same time once`() throws {
    let (runner, gate) = (ExperimentRunner(threads: 1), Gate())
    let arguments = try arguments(gate, 3)
    let first = Background { try runner.run(gate, arguments) }
    try gate.awaitBegin()
    let others = (0..<4).map { _ in Background { try runner.run(gate, arguments) } }
    try #require(eventually { runner.counts.shared == 4 })
    gate.open()
    let result = try #require(try first.value())
    for other in others { #expect(try other.value() === result) }
    #expect(gate.begun.load(ordering: .sequentiallyConsistent) == 1)
    #expect(runner.counts.finished == 1)
    #expect(try runner.run(gate, arguments) === result)
    #expect(runner.cached(gate, arguments) === result)
    #expect(runner.counts.cached == 2)
  }

  @Test func `stops when the last reader leaves, and not before`() throws {
    let (runner, gate) = (ExperimentRunner(threads: 1), Gate())
    let arguments = try arguments(gate, 3)
    let (firstLeft, secondLeft) = (Flag(), Flag())
    let first = Background { try runner.run(gate, arguments, isCancelled: { firstLeft.isSet }) }
    try gate.awaitBegin()
    let second = Background { try runner.run(gate, arguments, isCancelled: { secondLeft.isSet }) }
    try #require(eventually { runner.counts.shared == 1 })
    firstLeft.set()
    // The run goes on for the second, on the first's thread.
    #expect(runner.counts.cancelled == 0)
    secondLeft.set()
    #expect(throws: RunStopped.cancelled) { try second.value() }
    #expect(throws: RunStopped.cancelled) { try first.value() }
    #expect(runner.counts.cancelled == 1)
    #expect(runner.cached(gate, arguments) == nil)
    gate.open()
    #expect(try runner.run(gate, arguments).report.reading == "Open.")
  }

  @Test func `lets a reader leave a run that others wait for`() throws {
    let (runner, gate) = (ExperimentRunner(threads: 1), Gate())
    let arguments = try arguments(gate, 3)
    let left = Flag()
    let first = Background { try runner.run(gate, arguments) }
    try gate.awaitBegin()
    let second = Background { try runner.run(gate, arguments, isCancelled: { left.isSet }) }
    try #require(eventually { runner.counts.shared == 1 })
    left.set()
    #expect(throws: RunStopped.cancelled) { try second.value() }
    gate.open()
    #expect(try first.value() != nil)
    #expect(runner.counts.cancelled == 0)
  }

  @Test func `keeps the latest results within its bound`() throws {
    let gate = Gate()
    gate.open()
    let runner = ExperimentRunner(threads: 1, cacheBytes: 16_000)
    for size in 1000..<1020 { _ = try runner.run(gate, try arguments(gate, size)) }
    #expect(runner.cached(gate, try arguments(gate, 1019)) != nil)
    #expect(runner.cached(gate, try arguments(gate, 1000)) == nil)
    // What is asked for again is kept longer.
    _ = runner.cached(gate, try arguments(gate, 1015))
    for size in 1020..<1024 { _ = try runner.run(gate, try arguments(gate, size)) }
    #expect(runner.cached(gate, try arguments(gate, 1015)) != nil)
    _ = try runner.run(gate, try arguments(gate, 5000))
    #expect(runner.cached(gate, try arguments(gate, 5000)) == nil)
  }
}

private final class Flag: Sendable {
  private let value = Atomic<Bool>(false)
  var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }
  func set() { value.store(true, ordering: .sequentiallyConsistent) }
}

@Suite("Comma-separated values") struct ReportCSVTests {
  @Test func `quote what must be quoted and disarm formulas`() {
    let table = Table(
      caption: "A, \"b\"", columns: ["Name", "Number (ms)"],
      rows: [
        [.text("plain"), .integer(-1)], [.text("a,b"), .number(0.5, digits: 1)], [.text("say \"hi\""), .none],
        [.text("=1+1"), .number(.nan, digits: 0)], [.text("@x\ny"), .number(-2, digits: 0)], [.text("-"), .integer(0)],
      ])
    let text = String(decoding: ReportCSV.bytes([table]), as: UTF8.self)
    #expect(
      text == """
        Name,Number (ms)\r
        plain,-1\r
        "a,b",0.5\r
        "say ""hi""\",\r
        '=1+1,\r
        "'@x
        y",-2\r
        '-,0\r

        """)
    let two = String(decoding: ReportCSV.bytes([table, table]), as: UTF8.self)
    #expect(two.hasPrefix("\"A, \"\"b\"\"\"\r\nName,"))
    #expect(two.contains("'-,0\r\n\r\n\"A,"))
  }
}
