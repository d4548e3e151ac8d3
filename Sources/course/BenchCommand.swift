import Bench

/// Measures speed and memory.
struct BenchCommand: Command {
  let name = "bench"
  let summary = "Measures speed and memory as ratios in one run, all benchmarks or those named."
  let operands = "[NAME …]"
  let options = [CommandOption("--json", "Print the figures as JSON.")]

  func run(_ options: CommandOptions) throws(WrongUsage) -> Int32 {
    let known = Benches.all.map(\.name)
    if let unknown = options.names.first(where: { !known.contains($0) }) {
      throw WrongUsage("there is no benchmark \(unknown); there are \(known.joined(separator: ", "))")
    }
    return Bench.run(names: options.names, json: options.has("--json"))
  }
}
