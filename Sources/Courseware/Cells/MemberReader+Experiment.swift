import JSON

extension MemberReader {
  /// An experiment cell as far as it can be read, so that all that is wrong with it is found at once; nil if it is no
  /// object.
  mutating func experiment(_ value: JSONValue, named experiment: String) -> ExperimentCell? {
    let names = ["id", "title", "parameters", "adjust", "predict", "view", "claims"]
    guard let cell = object(value, at: [], allowed: names) else { return nil }
    let id = id(of: cell) ?? experiment
    let title = string("title", of: cell, at: [])
    let parameters = parameters("parameters", of: cell, at: [])
    let adjustable = adjustable(of: cell)
    let prediction = prediction(of: cell)
    let view = view(of: cell)
    let claims = claims(of: cell)
    return ExperimentCell(
      id: id, experiment: experiment, line: fence.line, title: title ?? "", parameters: parameters,
      adjustable: adjustable, prediction: prediction, view: view ?? .table, claims: claims)
  }

  /// An object of parameters, which the experiment's own schema judges.
  private mutating func parameters(_ name: String, of object: JSONValue, at path: [String]) -> JSONValue {
    guard let value = object[name] else { return .object([]) }
    if case .object = value { return value }
    report(path + [name], "`\(name)` is \(value.kind). Write an object of parameters in braces.")
    return .object([])
  }

  private mutating func adjustable(of cell: JSONValue) -> [ExperimentCell.Adjustable] {
    guard let value = cell["adjust"] else { return [] }
    guard case .object(let members) = value else {
      report(["adjust"], "`adjust` is \(value.kind). Write an object: each parameter's name with `{}` or its range.")
      return []
    }
    return members.compactMap { member in
      let path = ["adjust", member.name]
      guard let range = object(member.value, at: path, allowed: ["min", "max", "step", "choices"]) else { return nil }
      let least = number("min", of: range, at: path)
      let most = number("max", of: range, at: path)
      let step = number("step", of: range, at: path)
      if let least, let most, least >= most { report(path + ["max"], "`max` is not above `min`. Widen the range.") }
      if let step, step <= 0 { report(path + ["step"], "`step` is not above zero.") }
      return ExperimentCell.Adjustable(
        parameter: member.name, min: least, max: most, step: step,
        choices: range["choices"] == nil ? nil : choices(of: range, at: path))
    }
  }

  private mutating func choices(of range: JSONValue, at path: [String]) -> [String] {
    let elements = array("choices", of: range, at: path)
    var names: [String] = []
    var seen: Set<String> = []
    for (index, element) in elements.enumerated() {
      switch element {
      case .string(let name) where seen.insert(name).inserted: names.append(name)
      case .string(let name): report(path + ["choices", "\(index)"], "`\(name)` stands in `choices` twice.")
      default: report(path + ["choices", "\(index)"], "A choice is \(element.kind). Write its name as a string.")
      }
    }
    if elements.isEmpty { report(path + ["choices"], "`choices` offers nothing. Name at least one, or leave it out.") }
    return names
  }

  private mutating func prediction(of cell: JSONValue) -> ExperimentCell.Prediction? {
    guard let value = cell["predict"],
      let predict = object(value, at: ["predict"], allowed: ["ask", "unit", "value", "draw"])
    else { return nil }
    let ask = string("ask", of: predict, at: ["predict"])
    let unit = string("unit", of: predict, at: ["predict"], isOptional: true) ?? ""
    let path = path("value", of: predict, at: ["predict"])
    let drawing = drawing(of: predict, in: cell)
    guard let ask, let path else { return nil }
    return ExperimentCell.Prediction(
      ask: ask, unit: unit, value: path, line: line(of: ["predict", "value"]), drawing: drawing)
  }

  private mutating func drawing(of predict: JSONValue, in cell: JSONValue) -> ExperimentCell.Drawing? {
    let place = ["predict", "draw"]
    guard let value = predict["draw"],
      let draw = object(value, at: place, allowed: ["ask", "value", "at", "highest"])
    else { return nil }
    if let view = cell["view"], ![.string("histogram"), .string("lines")].contains(view) {
      report(place, "A line can be drawn where `view` is `histogram` or `lines`. Remove `draw`.")
    }
    let ask = string("ask", of: draw, at: place)
    let path = path("value", of: draw, at: place)
    let positions = array("at", of: draw, at: place).compactMap(\.asNumber)
    if !(3...12).contains(positions.count) || zip(positions, positions.dropFirst()).contains(where: { $0 >= $1 }) {
      report(place + ["at"], "`at` needs 3 to 12 rising numbers, such as `[0, 100, 300]`.")
    }
    let highest = number("highest", of: draw, at: place) ?? 0
    if highest <= 0 { report(place, "`highest` must be a number above 0: the top of the paper.") }
    guard let ask, let path else { return nil }
    return ExperimentCell.Drawing(ask: ask, value: path, positions: positions, highest: highest)
  }

  private mutating func view(of cell: JSONValue) -> ExperimentCell.View? {
    guard let name = string("view", of: cell, at: []) else { return nil }
    if let view = ExperimentCell.View(rawValue: name) { return view }
    let known = ExperimentCell.View.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    report(["view"], "There is no view `\(name)`. Use one of \(known).")
    return nil
  }

  private mutating func claims(of cell: JSONValue) -> [ExperimentCell.Claim] {
    var claims: [ExperimentCell.Claim] = []
    for (index, value) in array("claims", of: cell, at: []).enumerated() {
      let path = ["claims", "\(index)"]
      guard let claim = object(value, at: path, allowed: ["value", "with", "equals", "between"]) else { continue }
      let place = self.path("value", of: claim, at: path)
      let with = parameters("with", of: claim, at: path)
      guard let expected = expected(of: claim, at: path), let place else { continue }
      claims.append(
        ExperimentCell.Claim(value: place, with: with, expected: expected, line: line(of: path), index: index))
    }
    return claims
  }

  private mutating func expected(of claim: JSONValue, at path: [String]) -> ExperimentCell.Claim.Expected? {
    switch (claim["equals"], claim["between"]) {
    case (let value?, nil): return .equals(value)
    case (nil, .array(let ends)?):
      let numbers = ends.compactMap(\.asNumber)
      if ends.count == 2, numbers.count == 2, numbers[0] <= numbers[1] { return .between(numbers[0], numbers[1]) }
      report(path + ["between"], "`between` needs two numbers, the lesser first, such as `[125, 210]`.")
    case (nil, let other?):
      report(path + ["between"], "`between` is \(other.kind). Write two numbers, such as `[125, 210]`.")
    default:
      report(path, "A claim has either `equals` or `between`. Give it one of them.")
    }
    return nil
  }
}

extension JSONValue {
  var asNumber: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }
}
