import JSON

extension ExperimentCell {
  /// A cell for an experiment's own page: everything adjustable, nothing to predict, nothing claimed.
  package static func standalone(
    experiment: String, title: String, parameters names: [String], view: View
  ) -> ExperimentCell {
    ExperimentCell(
      id: "experiment", experiment: experiment, line: 1, title: title, parameters: .object([]),
      adjustable: names.map { Adjustable(parameter: $0, min: nil, max: nil, step: nil, choices: nil) },
      prediction: nil, view: view, claims: [])
  }
}
