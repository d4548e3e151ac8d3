import Simulation

/// A script is refused in a short sentence, or is within its bounds and can be played to the end.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: bytes(start, count), as: UTF8.self)
  do throws(RetryScriptFault) {
    let script = try RetryScript(text)
    require((1...200).contains(script.items.count), "\(script.items.count) items")
    for item in script.items {
      require((1...10_000).contains(item.times), "\(item.times) times")
      require((0...600_000).contains(item.latencyMs ?? 0), "a latency of \(item.latencyMs ?? 0) ms")
    }
    require(script.item(0) == script.items[0], "another first item")
    require(script.item(2_000_000) == script.items[script.items.count - 1], "another last item")
  } catch {
    require(error.message.utf8.count < 1000, "a message of \(error.message.utf8.count) bytes")
  }
  play(text)
  return 0
}

private func play(_ script: String) {
  let experiment = RetryExperiment()
  guard let arguments = try? experiment.arguments(query: [("script", script), ("maxAttempts", "10")]) else { return }
  let report = try? experiment.run(arguments, RunMonitor())
  require(report != nil, "the run stopped")
}
