internal import JSON
package import Simulation

/// A finished run of an experiment, and its answer as bytes.
package final class RunResult: Sendable {
  package let experiment: String
  package let arguments: Arguments
  /// Without its result, which the answer holds: as values it takes many times the room of its bytes.
  package let report: Report
  /// The API's answer.
  package let json: [UInt8]
  /// The answer compressed; nil if it is short, or would hardly shrink, or is not kept.
  package let gzip: [UInt8]?

  /// Shorter answers go in one packet as they are.
  private static let shortest = 1024

  /// - Parameter isKept: True if it may be sent more than once, and so is worth compressing.
  package init(experiment: String, arguments: Arguments, report: Report, isKept: Bool = true) {
    self.experiment = experiment
    self.arguments = arguments
    self.report = Report(result: .null, reading: report.reading, tables: report.tables)
    json = RunEnvelope.json(experiment: experiment, arguments: arguments, report: report).bytes
    gzip = isKept && json.count > RunResult.shortest ? Gzip.compressed(json, isQuick: true) : nil
  }

  /// What it takes in memory, in bytes: the answers, and the tables that pages and CSV are made of.
  var size: Int { json.count + (gzip?.count ?? 0) + report.tables.reduce(512) { $0 + $1.size } }
}

extension Table {
  fileprivate var size: Int {
    rows.reduce(256) { sum, row in
      row.reduce(sum + 32) { sum, cell in
        guard case .text(let text) = cell else { return sum + MemoryLayout<Cell>.stride }
        return sum + MemoryLayout<Cell>.stride + (text.utf8.count > 15 ? text.utf8.count + 32 : 0)
      }
    }
  }
}

/// The latest results by what was asked, within a bound on their size. A pure value.
package struct RunCache: Sendable {
  private struct Entry: Sendable {
    let result: RunResult
    /// When it was last asked for, counted in requests.
    var used: Int
  }

  private let capacity: Int
  private var entries: [String: Entry] = [:]
  private var size = 0
  private var clock = 0

  /// - Parameter capacity: In bytes of memory.
  package init(capacity: Int) { self.capacity = capacity }

  package func has(_ key: String) -> Bool { entries[key] != nil }

  package mutating func result(_ key: String) -> RunResult? {
    clock += 1
    entries[key]?.used = clock
    return entries[key]?.result
  }

  /// Keeps the result, and drops those that were asked for longest ago until all fit. One that would take more than an
  /// eighth of the room is not kept.
  package mutating func insert(_ key: String, _ result: RunResult) {
    guard result.size <= capacity / 8, entries[key] == nil else { return }
    clock += 1
    entries[key] = Entry(result: result, used: clock)
    size += result.size
    while size > capacity, let oldest = entries.min(by: { $0.value.used < $1.value.used }) {
      size -= oldest.value.result.size
      entries[oldest.key] = nil
    }
  }
}
