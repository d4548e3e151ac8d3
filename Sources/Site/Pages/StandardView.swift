import Courseware

/// The chart that shows an experiment best, where no lesson says which.
enum StandardView {
  static func of(_ experiment: String) -> ExperimentCell.View {
    switch experiment {
    case "jitter-histogram": .histogram
    case "recovery", "metastable", "contention", "overload": .lines
    case "amplification", "budget": .bars
    case "retry", "flaky": .timeline
    case "idempotency", "lost-response", "two-worlds": .flow
    default: .table
    }
  }
}
