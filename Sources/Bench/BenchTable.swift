import JSON

/// What benchmarks found, as text for people and JSON for programs.
enum BenchTable {
  static func text(_ benchmark: String, _ outcome: Result<[Finding], any Error>) -> String {
    switch outcome {
    case .success(let findings): text(benchmark, findings)
    case .failure(let error): "\(benchmark)\n  NOT MEASURED: \(error)"
    }
  }

  private static func text(_ benchmark: String, _ findings: [Finding]) -> String {
    let rows = findings.map { finding in
      [finding.what, finding.isAbsent ? "not installed" : "\(shown(finding.value)) \(finding.unit)", target(finding)]
    }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = [benchmark]
    for row in rows {
      let what = row[0].padded(to: widths[0])
      let value = String(repeating: " ", count: widths[1] - row[1].count) + row[1]
      lines.append("  \(what)  \(value)  \(row[2])")
    }
    return lines.joined(separator: "\n")
  }

  static func json(_ found: [(benchmark: String, outcome: Result<[Finding], any Error>)]) -> String {
    let benchmarks = found.map { one -> JSONValue in
      switch one.outcome {
      case .success(let findings): ["benchmark": .string(one.benchmark), "findings": .array(findings.map(json))]
      case .failure(let error): ["benchmark": .string(one.benchmark), "error": .string("\(error)")]
      }
    }
    return String(decoding: JSONValue.array(benchmarks).bytes, as: UTF8.self)
  }

  private static func json(_ finding: Finding) -> JSONValue {
    if finding.isAbsent {
      return ["what": .string(finding.what), "isInstalled": false, "reached": .bool(finding.isReached)]
    }
    var members = [
      JSONMember("what", .string(finding.what)), JSONMember("value", .number(finding.value)),
      JSONMember("unit", .string(finding.unit)),
    ]
    switch finding.target {
    case .atLeast(let bound): members.append(JSONMember("atLeast", .number(bound)))
    case .atMost(let bound): members.append(JSONMember("atMost", .number(bound)))
    case .none: break
    }
    members.append(JSONMember("reached", .bool(finding.isReached)))
    return .object(members)
  }

  private static func target(_ finding: Finding) -> String {
    if finding.isAbsent { return finding.isReached ? "" : "(NOT REACHED)" }
    let reached = finding.isReached ? "reached" : "NOT REACHED"
    switch finding.target {
    case .atLeast(let bound): return "(at least \(shown(bound)): \(reached))"
    case .atMost(let bound): return "(at most \(shown(bound)): \(reached))"
    case .none: return ""
    }
  }

  /// Three significant digits or the whole number.
  private static func shown(_ value: Double) -> String {
    if value.magnitude >= 100 || value == value.rounded() { return "\(Int(value.rounded()))" }
    let scale: Double = value.magnitude >= 10 ? 10 : value.magnitude >= 1 ? 100 : 1_000
    return "\((value * scale).rounded() / scale)"
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
