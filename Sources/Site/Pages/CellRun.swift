package import Simulation

/// What an experiment cell shows: the values in its form and what came of them.
package struct CellRun: Sendable {
  package enum Outcome: Sendable {
    /// A live experiment that nobody has run yet.
    case notRun
    case report(Report, Arguments)
    /// The parameters were refused.
    case faults([Fault])
    /// The run reached a bound, or the server was too busy; the text says so to the reader.
    case stopped(String)
  }

  /// What the reader sent, by parameter, as sent; shown again in the form whatever came of it. Parameters that are
  /// missing show the outcome's arguments, or else the cell's own values.
  package var submitted: [(name: String, value: String)]
  package var outcome: Outcome

  package init(submitted: [(name: String, value: String)] = [], outcome: Outcome) {
    self.submitted = submitted
    self.outcome = outcome
  }

  func faults(of parameter: String) -> [String] {
    guard case .faults(let faults) = outcome else { return [] }
    return faults.filter { $0.parameter == parameter }.map(\.message)
  }
}

/// A page's form as the experiment's schema reads it. Browsers repeat the name of a list for each box that is ticked
/// (after a hidden empty field, so that a list can be emptied) and send empty fields; the API takes neither.
package enum CellForm {
  /// The name of the hidden field that says which cell of a page was sent.
  package static let cellField = "cell"
  /// The name of the field that says which lesson's cell an experiment's page was opened from.
  package static let lessonField = "lesson"

  /// The pairs for `Schema.arguments(query:)`.
  package static func pairs(
    _ sent: [(name: String, value: String)], experiment: any Experiment
  ) -> [(name: String, value: String)] {
    pairs(sent, schema: experiment.schema)
  }

  /// The same for whatever has such a schema.
  package static func pairs(
    _ sent: [(name: String, value: String)], schema: Schema
  ) -> [(name: String, value: String)] {
    var pairs: [(name: String, value: String)] = []
    for (name, value) in sent where name != cellField && name != lessonField {
      switch schema[name]?.kind {
      case .optionalInteger where value.isEmpty: continue
      case .choices:
        if let index = pairs.firstIndex(where: { $0.name == name }) {
          pairs[index].value += pairs[index].value.isEmpty || value.isEmpty ? value : "," + value
        } else {
          pairs.append((name, value))
        }
      case .flag:
        // The unticked box is a hidden field before it.
        pairs.removeAll { $0.name == name }
        pairs.append((name, value))
      default: pairs.append((name, value))
      }
    }
    return pairs
  }
}
