package import Courseware
internal import Exercises
package import JSON
internal import Simulation

/// What lessons may refer to: our experiments with what their schemas allow, our pages and our files.
package struct CourseRules: CellRules {
  private let assets: AssetCatalogue

  /// Pages with an address of their own, beside lessons, experiments and the glossary.
  static let pages = ["/", "/experiments", "/exercises", "/search", "/print"]

  package init(assets: AssetCatalogue) { self.assets = assets }

  package func hasExperiment(_ id: String) -> Bool { Experiments[id] != nil }

  package func fault(inExercise id: String) -> String? {
    if ExerciseCatalogue[id] != nil { return nil }
    let ids = ExerciseCatalogue.exercises.map(\.id).joined(separator: ", ")
    return "There is no exercise `\(id)`. There are \(ids)."
  }

  package func lesson(ofExercise id: String) -> String? { ExerciseCatalogue[id]?.lesson }

  package func hasPage(_ path: String) -> Bool {
    for (prefix, isThere) in [
      ("/static/", { assets.asset($0) != nil }),
      ("/present/", { Experiments[$0] != nil }),
      ("/exercises/", { ExerciseCatalogue[$0] != nil }),
      ("/problems/", { ProblemType(rawValue: $0) != nil }),
    ] as [(String, (String) -> Bool)] where path.hasPrefix(prefix) {
      return isThere(String(path.dropFirst(prefix.count)))
    }
    return CourseRules.pages.contains(path)
  }

  package func faults(in cell: ExperimentCell) -> [CellFault] {
    guard let experiment = Experiments[cell.experiment] else {
      let ids = Experiments.all.map(\.id).joined(separator: ", ")
      return [CellFault([], "There is no experiment `\(cell.experiment)`. There are \(ids).")]
    }
    let parameters = parameterFaults(["parameters"], experiment, cell.parameters)
    var faults = viewFaults(cell) + parameters
    faults += cell.adjustable.flatMap { adjustableFaults($0, experiment.schema) }
    let known = Set(parameters.map(\.message))
    for claim in cell.claims {
      let member = ["claims", String(claim.index), "with"]
      // What is wrong with the cell's own parameters is said of them alone.
      faults += parameterFaults(member, experiment, cell.parameters.merged(with: claim.with))
        .filter { !known.contains($0.message) }
    }
    return faults
  }

  private func viewFaults(_ cell: ExperimentCell) -> [CellFault] {
    let views = StandardView.all(of: cell.experiment)
    if views.contains(cell.view) { return [] }
    let names = views.map { "`\($0.rawValue)`" }.joined(separator: " or ")
    return [CellFault(["view"], "`\(cell.experiment)` is not drawn as `\(cell.view.rawValue)`. Use \(names).")]
  }

  private func parameterFaults(
    _ member: [String], _ experiment: any Experiment, _ parameters: JSONValue
  ) -> [CellFault] {
    do throws(InvalidParameters) {
      _ = try experiment.arguments(json: parameters)
      return []
    } catch {
      return error.faults.map { fault in
        fault.parameter.isEmpty
          ? CellFault(member, "`\(member.last ?? "")` \(fault.message).")
          : CellFault(member + [fault.parameter], "`\(fault.parameter)` \(fault.message).")
      }
    }
  }

  // MARK: What a reader may change

  private func adjustableFaults(_ adjustable: ExperimentCell.Adjustable, _ schema: Schema) -> [CellFault] {
    let member = ["adjust", adjustable.parameter]
    guard let parameter = schema.offered.first(where: { $0.name == adjustable.parameter }) else {
      if schema[adjustable.parameter] != nil {
        return [CellFault(member, "`\(adjustable.parameter)` changes nothing in this experiment. Remove it.")]
      }
      let names = schema.offered.map(\.name).joined(separator: ", ")
      return [CellFault(member, "There is no parameter `\(adjustable.parameter)`. There are \(names).")]
    }
    switch parameter.kind {
    case .integer(let range, _), .optionalInteger(let range):
      return numberFaults(member, adjustable, Double(range.lowerBound)...Double(range.upperBound))
        + choiceFaults(member, adjustable, [])
    case .number(let range, _):
      return numberFaults(member, adjustable, range) + choiceFaults(member, adjustable, [])
    case .choice(let choices, _), .choices(let choices, _):
      return numberFaults(member, adjustable, nil) + choiceFaults(member, adjustable, choices)
    case .integers, .flag, .text:
      return numberFaults(member, adjustable, nil) + choiceFaults(member, adjustable, [])
    }
  }

  /// - Parameter range: What is allowed; nil for a parameter that is no single number.
  private func numberFaults(
    _ member: [String], _ adjustable: ExperimentCell.Adjustable, _ range: ClosedRange<Double>?
  ) -> [CellFault] {
    let given = [("min", adjustable.min), ("max", adjustable.max), ("step", adjustable.step)]
    guard let range else {
      return given.filter { $0.1 != nil }.map { name, _ in
        CellFault(member + [name], "`\(adjustable.parameter)` is no single number, so it has no `\(name)`. Remove it.")
      }
    }
    var faults: [CellFault] = []
    for (name, value) in given.dropLast() {
      if let value, !range.contains(value) {
        let allowed = "\(Figures.text(range.lowerBound, digits: 0)) to \(Figures.text(range.upperBound, digits: 0))"
        faults.append(CellFault(member + [name], "`\(name)` of `\(adjustable.parameter)` must lie within \(allowed)."))
      }
    }
    return faults
  }

  private func choiceFaults(
    _ member: [String], _ adjustable: ExperimentCell.Adjustable, _ choices: [Parameter.Choice]
  ) -> [CellFault] {
    guard let offered = adjustable.choices else { return [] }
    if choices.isEmpty {
      return [CellFault(member + ["choices"], "`\(adjustable.parameter)` has no choices. Remove `choices`.")]
    }
    let names = choices.flatMap { [$0.name] + $0.aliases }
    return offered.filter { !names.contains($0) }.map {
      CellFault(
        member + ["choices"],
        "`\($0)` is no choice of `\(adjustable.parameter)`. The choices are \(names.joined(separator: ", ")).")
    }
  }
}

extension JSONValue {
  /// An object's members, those of another in the place of equally named ones and behind the rest.
  package func merged(with other: JSONValue) -> JSONValue {
    guard case .object(let own) = self, case .object(let more) = other else { return self }
    let names = more.map(\.name)
    return .object(own.filter { !names.contains($0.name) } + more)
  }
}
