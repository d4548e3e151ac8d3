import Glibc
import JSON
import Lab
import Simulation
import Testing
import Threads

@Suite("Live experiments")
struct LabResourcesTests {
  @Test("run in a class of thirty at once, each with its own count")
  func concurrency() throws {
    let runs = try (1...30).map { number in
      Held(
        try WorkerThread {
          Result {
            let experiment = IdempotencyExperiment()
            let arguments = try experiment.arguments(json: [
              "variants": "keyless,keyed,concurrent", "item": .string("i\(number)"),
            ])
            return try experiment.run(arguments, RunMonitor()).result
          }
        })
    }
    for (number, run) in zip(1..., runs) {
      guard case .array(let variants)? = try run.join().get()["variants"] else {
        Issue.record("no variants")
        continue
      }
      #expect(
        variants.map { $0["records"] } == [
          .strings(["i\(number)@-", "i\(number)@-"]), .strings(["i\(number)@k-9"]), .strings(["i\(number)@k-9"]),
        ])
    }
  }

  /// In a process of its own, whose limits nobody else needs.
  @Test("wait without spinning while the system has no descriptor left, and go on when it has")
  func exhaustion() async {
    await #expect(processExitsWith: .success) {
      let server = try ScriptedServer(CueService([.send(Array("hi".utf8)), .close]))
      let peer = try RawPeer(connectingLater: server.port)
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let before = limit.rlim_cur
      limit.rlim_cur = 3
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      try peer.connect()
      peer.write("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      let used = clock()
      usleep(400_000)
      precondition(server.withService { $0.requests.isEmpty })
      // In microseconds of a processor: one that spins takes all that it gets, forty times as much on an idle machine.
      precondition(clock() - used < 30_000, "the server spins")
      limit.rlim_cur = before
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      precondition(peer.readAll().text == "hi")
      server.stop()
    }
  }

  /// In a process of its own, where nobody else opens anything.
  @Test("leave no descriptor and no thread behind")
  func leaks() async {
    await #expect(processExitsWith: .success) {
      let experiment = IdempotencyExperiment()
      let arguments = try experiment.arguments(json: ["workMs": 1, "variants": "keyless,concurrent,killed-separate"])
      let flaky = FlakyExperiment()
      let faults = try flaky.arguments(json: [
        "script": "503;keep-alive,drop,reset,refuse,half-close,truncated,timeout,200", "transport": "resending",
        "maxAttempts": 8, "baseMs": 1, "capMs": 1, "timeoutMs": 20, "latencyMs": 0,
      ])
      _ = try experiment.run(arguments, RunMonitor())
      let descriptors = entries("/proc/self/fd")
      let threads = entries("/proc/self/task")
      for round in 1...200 {
        do {
          // Every other run is left in its midst.
          let begin = ContinuousClock.now
          let monitor = RunMonitor { round % 2 == 0 && .now - begin > .milliseconds(round % 20) }
          _ = try experiment.run(arguments, monitor)
          _ = try flaky.run(faults, monitor)
        } catch RunStopped.cancelled {}
      }
      let left = entries("/proc/self/fd")
      precondition(left == descriptors, "\(descriptors) descriptors became \(left)")
      // The process's own pool may start or end a thread meanwhile.
      precondition(entries("/proc/self/task") < threads + 20)
    }
  }
}

/// A thread in an array.
private final class Held<Value: Sendable> {
  private var thread: WorkerThread<Value>?

  init(_ thread: consuming WorkerThread<Value>) { self.thread = consume thread }

  func join() -> Value {
    guard let thread = thread.take() else { preconditionFailure("joined twice") }
    return thread.join()
  }
}

/// How many entries a folder has.
private func entries(_ path: String) -> Int {
  guard let folder = opendir(path) else { return -1 }
  defer { closedir(folder) }
  var count = 0
  while readdir(folder) != nil { count += 1 }
  return count
}
