package import Courseware
import JSON
import Simulation

/// Where a cell's run can be had: as a page, large, and as data. Every effective parameter stands in each address, so
/// that none depends on a default.
struct CellAddress {
  let cell: ExperimentCell
  let experiment: any Experiment
  let run: CellRun
  /// The page that the cell stands on.
  let page: String
  /// The lesson's cell that this one comes from.
  var origin: CellOrigin?

  /// The page as it is now.
  var permalink: String {
    let from = page == origin?.path ? [] : from
    return "\(page)\(query([(CellForm.cellField, cell.id)] + from + parameters))#\(cell.id)"
  }

  var presentation: String { "/present/\(experiment.id)\(query(from + parameters))" }

  var ownPage: String { "/experiments/\(experiment.id)\(query(from + parameters))" }

  /// The lesson's cell with these parameters; nil where there is no such lesson.
  var inLesson: String? {
    origin.map { "\($0.path)\(query([(CellForm.cellField, $0.cell.id)] + parameters))#\($0.cell.id)" }
  }

  /// - Parameter format: As the API's query has it; JSON if nil.
  func data(_ format: String? = nil) -> String {
    "/api/v1/experiments/\(experiment.id)\(query(parameters + (format.map { [("format", $0)] } ?? [])))"
  }

  /// A line for a POSIX shell, with `$SITE` for the address of this server, which no page knows.
  var curl: String {
    guard experiment.isLive else { return "curl \"$SITE\(data())\"" }
    let body = JSONValue.object(cell.parameters.members)
    let quoted = String(decoding: body.bytes, as: UTF8.self).split(separator: "'", omittingEmptySubsequences: false)
    return "curl \"$SITE/api/v1/experiments/\(experiment.id)/runs\" -H 'Content-Type: application/json' -d "
      + "'\(quoted.joined(separator: "'\\''"))'"
  }

  private var from: [(String, String)] { origin.map { [(CellForm.lessonField, $0.name)] } ?? [] }

  /// As run, else as sent, else as the lesson has it.
  var parameters: [(String, String)] {
    if case .report(_, let arguments) = run.outcome {
      return arguments.values.filter { $0.value != .none }.map { ($0.name, Figures.plain($0.value)) }
    }
    if !run.submitted.isEmpty { return run.submitted.map { ($0.name, $0.value) } }
    return cell.parameters.members.map { ($0.name, CellValue.plain($0.value)) }
  }

  private func query(_ pairs: [(String, String)]) -> String {
    pairs.isEmpty ? "" : "?" + pairs.map { "\(encoded($0.0))=\(encoded($0.1))" }.joined(separator: "&")
  }

  /// What stands for itself in a query (RFC 3986 §3.4) stays; everything else is escaped.
  private func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        bytes.append(byte)
      case _ where "-._~,/:".utf8.contains(byte): bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A lesson's cell, as the pages of its experiment name it: `lesson=how-long-to-wait/full-jitter`.
package struct CellOrigin: Sendable {
  package let lesson: Lesson
  package let cell: ExperimentCell

  package init(lesson: Lesson, cell: ExperimentCell) {
    self.lesson = lesson
    self.cell = cell
  }

  var name: String { "\(lesson.slug)/\(cell.id)" }
  var path: String { "/lessons/\(lesson.slug)" }
}

extension JSONValue {
  fileprivate var members: [JSONMember] {
    if case .object(let members) = self { return members }
    return []
  }
}
