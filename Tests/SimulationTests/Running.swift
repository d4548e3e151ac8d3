import JSON
import Simulation

/// Runs an experiment as a query asks.
func report(_ experiment: some Experiment, _ query: KeyValuePairs<String, String>) throws -> Report {
  try experiment.run(experiment.arguments(query: query.map { (name: $0.key, value: $0.value) }), RunMonitor())
}

/// The faults of a query, or none.
func faults(_ experiment: some Experiment, _ query: KeyValuePairs<String, String>) -> [Fault] {
  do throws(InvalidParameters) {
    _ = try experiment.arguments(query: query.map { (name: $0.key, value: $0.value) })
    return []
  } catch { return error.faults }
}
