import JSON
import Simulation
import Synchronization
import Testing

@Suite("amplification: layers multiply")
struct AmplificationTests {
  func variant(_ name: String, _ query: KeyValuePairs<String, String> = [:]) throws -> JSONValue {
    let all = try report(Amplification(), query).result.elements("variants")
    return try #require(all.first { $0["variant"] == .string(name) })
  }

  @Test(
    "the count is the product of retries + 1",
    arguments: [
      ("2,2,1", 18), ("0", 1), ("3", 4), ("2,2,2", 27), ("1,1,1,1,1,1,1,1,1,1", 1_024), ("4,0,1", 10), ("20,20", 441),
    ])
  func product(layers: String, expected: Int) throws {
    let result = try report(Amplification(), ["layers": layers, "requests": "10"]).result
    #expect(result.number("counted") == Double(expected))
    #expect(result.integer("formula") == expected)
    #expect(try variant("every-layer", ["layers": layers, "requests": "7"]).integer("sent") == 7 * expected)
  }

  @Test("each layer sends what those above it send, times its own attempts")
  func perLayer() throws {
    let all = try variant("every-layer", ["requests": "1"])
    #expect(all.integers("perLayer") == [3, 9, 18])
    #expect(try variant("one-layer", ["requests": "1"]).integers("perLayer") == [3, 3, 3])
  }

  @Test("with retries at one layer, or a budget at each, an outage costs little more than the requests")
  func bounded() throws {
    #expect(try variant("one-layer").number("amplification") == 3)
    // 10 tokens, and a tenth of what is sent: sent = 1,000 + retries, retries = 10 + sent / 10, so 1,122 at the first
    // layer; below it each layer adds as much again.
    #expect(try variant("budget-at-one").integers("perLayer")[0] == 1_122)
    let each = try variant("budget-at-each")
    #expect(each.integers("perLayer")[0] == 1_122)
    #expect(each.number("amplification") < 1.5)
    #expect(each.integer("denied") > 0)
  }

  @Test("where nothing fails nothing is amplified; where some fail, most requests succeed")
  func healthy() throws {
    #expect(try report(Amplification(), ["failureRate": "0"]).result.number("counted") == 1)
    let some = try variant("every-layer", ["failureRate": "0.3"])
    #expect(some.integer("succeeded") == 1_000)
    #expect((1.35...1.51).contains(some.number("amplification")))
  }

  @Test("work beyond the bound is refused with what is allowed")
  func bound() {
    let found = faults(Amplification(), ["layers": "9,9,9,9,9"])
    #expect(found.map(\.parameter) == ["layers"])
    #expect(found[0].message.contains("20,000"))
    #expect(faults(Amplification(), ["layers": "20,20,20,20,20,20,20,20,20,20"]).count == 1)
    #expect(faults(Amplification(), ["layers": "20,20,20,20", "requests": "100"]).isEmpty)
    #expect(faults(Amplification(), ["layers": "21"]).count == 1)
  }

  @Test("a run stops soon after its reader has left")
  func cancelled() throws {
    let experiment = Amplification()
    let asked = Mutex(0)
    let monitor = RunMonitor(isCancelled: {
      asked.withLock {
        $0 += 1
        return $0 > 3
      }
    })
    let arguments = try experiment.arguments(query: [("layers", "20,20,20,20"), ("requests", "1")])
    #expect(throws: RunStopped.cancelled) { try experiment.run(arguments, monitor) }
  }
}
