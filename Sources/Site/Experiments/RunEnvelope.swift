package import JSON
package import Simulation

/// The shape in which every run is answered.
package enum RunEnvelope {
  package static func json(experiment: String, arguments: Arguments, report: Report) -> JSONValue {
    var members = [
      JSONMember("experiment", .string(experiment)),
      JSONMember("engine", .integer(Catalogue.engine)),
    ]
    if let seed = arguments.json["seed"] { members.append(JSONMember("seed", seed)) }
    members += [
      JSONMember("parameters", arguments.json),
      JSONMember("result", report.result),
      JSONMember("reading", .string(report.reading)),
      JSONMember("tables", .array(report.tables.map(\.json))),
    ]
    return .object(members)
  }
}

extension Table {
  /// As the API shows it: each cell bare, a number with all its digits.
  var json: JSONValue {
    [
      "caption": .string(caption), "columns": .strings(columns),
      "rows": .array(rows.map { .array($0.map(\.json)) }),
    ]
  }
}

extension Table.Cell {
  fileprivate var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .integer(let number): .integer(number)
    case .number(let number, _): .number(number)
    case .none: .null
    }
  }
}
