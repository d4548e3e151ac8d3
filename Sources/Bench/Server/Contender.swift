/// A server that a load is put on.
protocol Contender {
  var name: String { get }
  var port: Int { get }
  /// What it has used so far, in seconds.
  var processorTime: Double { get }
}

/// Why a contender is not there.
struct Absent: Error {
  let name: String
}

/// A contender that is a program of its own, or several.
struct ContenderProcess: Contender {
  let name: String
  let process: ChildProcess
  let port: Int

  var processorTime: Double { ProcessTable.processorTime(ofGroup: process.id) }

  /// A program whose first line of output is its port.
  init(_ name: String, _ process: ChildProcess) throws(BenchFailure) {
    let line = try process.line()
    guard let port = Int(line) else { throw BenchFailure("\(name) does not tell its port: \(line)") }
    self.init(name, process, port: port)
  }

  init(_ name: String, _ process: ChildProcess, port: Int) {
    self.name = name
    self.process = process
    self.port = port
  }
}
