package import JSON

// From what a caller gave to values that the schema accepts, or every fault at once.
//
//   Schema.reading(…)       values and faults side by side; a refused parameter stands at its default
//   Schema.arguments(…)     values, or throws the faults
//   Experiment.arguments(…) the same, with the faults that concern several parameters together

extension Schema {
  /// Accepts a query's flat pairs, names and values percent-decoded. A name given twice is a fault, unless its parameter
  /// is a list: a plain HTML form sends a list that way.
  /// - Throws: every fault at once: unknown names, wrong types, values out of range, each with what is allowed.
  package func arguments(query pairs: [(name: String, value: String)]) throws(InvalidParameters) -> Arguments {
    try reading(query: pairs).accepted()
  }

  /// Accepts a JSON object's members.
  /// - Throws: every fault at once, as for a query; what is no object is one fault without a name.
  package func arguments(json object: JSONValue) throws(InvalidParameters) -> Arguments {
    try reading(json: object).accepted()
  }

  func reading(query pairs: [(name: String, value: String)]) -> SchemaReading {
    var given: [(name: String, values: [String])] = []
    for (name, value) in pairs {
      if let index = given.firstIndex(where: { $0.name.hasBytes(of: name) }) {
        given[index].values.append(value)
      } else if given.count <= SchemaReading.mostFaults + parameters.count {
        given.append((name, [value]))
      }
    }
    var reading = SchemaReading(self)
    for (name, values) in given where !(values.allSatisfy(\.isEmpty) && presets?.set(name) == true) {
      reading.take(name, isRepeated: values.count > 1) { kind throws(Mismatch) in try kind.value(texts: values) }
    }
    reading.applyPreset()
    return reading
  }

  func reading(json object: JSONValue) -> SchemaReading {
    var reading = SchemaReading(self)
    guard case .object(let members) = object else {
      reading.faults.append(Fault("", "must be an object with the parameters as members"))
      return reading
    }
    var seen: Set<String> = []
    for member in members where seen.count <= SchemaReading.mostFaults + parameters.count {
      let isNew = seen.insert(member.name).inserted
      if member.value == .null && presets?.set(member.name) == true { continue }
      reading.take(member.name, isRepeated: !isNew) { kind throws(Mismatch) in try kind.value(json: member.value) }
    }
    reading.applyPreset()
    return reading
  }
}

extension Experiment {
  /// Accepts a query: the schema's faults, and those that concern several parameters together.
  package func arguments(query pairs: [(name: String, value: String)]) throws(InvalidParameters) -> Arguments {
    try completed(schema.reading(query: pairs)).accepted()
  }

  /// Accepts a JSON object, as `arguments(query:)` does.
  package func arguments(json object: JSONValue) throws(InvalidParameters) -> Arguments {
    try completed(schema.reading(json: object)).accepted()
  }

  /// Adds what `faults(in:)` finds. Where a parameter was refused, only such faults count as it would have whatever
  /// that parameter were: its default, its smallest and its largest value are tried.
  private func completed(_ reading: SchemaReading) -> SchemaReading {
    var reading = reading
    var joint = faults(in: reading.arguments)
    for extreme in [\Parameter.Kind.smallest, \.largest] where !reading.refused.isEmpty && !joint.isEmpty {
      var trial = reading.arguments
      for name in reading.refused {
        if let value = schema[name]?.kind[keyPath: extreme] { trial = trial.replacing(name, with: value) }
      }
      let found = Set(faults(in: trial).map(\.parameter))
      joint.removeAll { !found.contains($0.parameter) }
    }
    reading.faults += joint.filter { !reading.refused.contains($0.parameter) }
    return reading
  }
}

/// What was made of a caller's parameters so far.
struct SchemaReading {
  /// More faults than this are counted, not listed.
  static let mostFaults = 50

  let schema: Schema
  /// Every parameter: what was given where that was accepted, else the default.
  private(set) var arguments: Arguments
  var faults: [Fault] = []
  /// The schema's parameters that were given and refused.
  private(set) var refused: [String] = []
  /// Whether each of the schema's parameters was given.
  private var given: [Bool]
  /// Where the next one is looked for first: most callers keep to the schema's order.
  private var next = 0

  init(_ schema: Schema) {
    self.schema = schema
    self.arguments = schema.defaults
    self.given = Array(repeating: false, count: schema.parameters.count)
  }

  func accepted() throws(InvalidParameters) -> Arguments {
    if faults.isEmpty { return arguments }
    var listed = Array(faults.prefix(SchemaReading.mostFaults))
    if faults.count > listed.count { listed.append(Fault("", "further faults are not listed")) }
    throw InvalidParameters(listed)
  }

  mutating func take(
    _ name: String, isRepeated: Bool, _ read: (Parameter.Kind) throws(Mismatch) -> Arguments.Value
  ) {
    guard let index = index(of: name) else {
      faults.append(
        name.isEmpty
          ? Fault("", "has no name; the parameters are \(schema.parameters.map(\.name).joined(separator: ", "))")
          : Fault(Excerpt.text(name), unknown(name)))
      return
    }
    given[index] = true
    next = index + 1
    do throws(Mismatch) {
      arguments.set(try read(schema.parameters[index].kind), at: index)
      if isRepeated && !schema.parameters[index].kind.isList { throw Mismatch("given more than once") }
    } catch {
      let parameter = schema.parameters[index]
      faults.append(Fault(parameter.name, "must be \(parameter.kind.allowed); was \(error.given)"))
      refused.append(parameter.name)
      arguments.set(parameter.kind.defaultValue, at: index)
    }
  }

  private func index(of name: String) -> Int? {
    let count = schema.parameters.count
    for step in 0..<count {
      let index = next + step < count ? next + step : next + step - count
      if schema.parameters[index].name.hasBytes(of: name) { return index }
    }
    return nil
  }

  /// Gives the parameters that were not given the values of the preset that was chosen.
  mutating func applyPreset() {
    guard let presets = schema.presets, case .text(let chosen) = arguments[presets.parameter] else { return }
    for (parameter, value) in presets.sets.first(where: { $0.name == chosen })?.values ?? []
    where index(of: parameter).map({ given[$0] }) != true {
      arguments = arguments.replacing(parameter, with: value)
    }
  }

  private func unknown(_ name: String) -> String {
    let names = schema.parameters.map(\.name)
    let near = names.first { $0.lowercased() == name.lowercased() || $0 == name + "Ms" }
    let hint = near.map { "did you mean \($0)? " } ?? ""
    return "is unknown; \(hint)the parameters are \(names.joined(separator: ", "))"
  }
}

/// What was given instead of what is allowed, to be read after "was".
struct Mismatch: Error {
  let given: String

  init(_ given: String) { self.given = given }
}
