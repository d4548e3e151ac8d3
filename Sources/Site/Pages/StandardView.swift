package import Courseware

/// The charts that show an experiment, as `Public/js/experiments` draws them.
package enum StandardView {
  /// The one that shows it best, where no lesson says which.
  package static func of(_ experiment: String) -> ExperimentCell.View { all(of: experiment).first ?? .table }

  /// Those that a lesson may ask for, the best first.
  package static func all(of experiment: String) -> [ExperimentCell.View] {
    switch experiment {
    case "jitter-histogram": [.histogram, .bars]
    case "recovery": [.lines, .bars]
    case "metastable", "contention", "overload": [.lines]
    case "budget": [.bars, .lines]
    case "amplification": [.bars]
    case "retry", "flaky": [.timeline]
    case "idempotency": [.flow, .bars]
    case "lost-response", "two-worlds": [.flow]
    default: [.table]
    }
  }
}
