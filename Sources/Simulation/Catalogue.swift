/// Every pure experiment, in the order in which a reader meets them.
package enum Catalogue {
  /// Grows whenever the same parameters and seed would give other bytes than before.
  package static let engine = 3

  package static let experiments: [any Experiment] = [
    ClassificationExperiment(),
    TwoWorlds(),
    LostResponse(),
    Replay(),
    RetryAfterExperiment(),
    JitterHistogram(),
    Recovery(),
    Contention(),
    BudgetExperiment(),
    Amplification(),
    Metastable(),
    RetryExperiment(),
  ]

  package static subscript(id: String) -> (any Experiment)? { experiments.first { $0.id == id } }
}
