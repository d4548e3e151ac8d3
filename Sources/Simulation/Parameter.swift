/// One parameter of an experiment: all that is known of it, in one place.
package struct Parameter: Sendable {
  /// The name in the API; a time's name ends in `Ms`.
  package let name: String
  /// The name a reader sees.
  package let label: String
  /// The unit a reader sees behind the number, such as `ms`; empty if there is none.
  package let unit: String
  /// What it means, in one sentence.
  package let meaning: String
  package let kind: Kind
  /// What a text must look like as a whole, as a regular expression that JSON Schema knows; nil where any text is
  /// allowed or no expression can say it. The experiment's own `faults` decide.
  package private(set) var pattern: String?

  /// The same, with another default of its own type.
  package func starting(at value: Arguments.Value) -> Parameter {
    let kind: Kind? =
      switch (self.kind, value) {
      case (.integer(let range, _), .integer(let value)): .integer(range, default: value)
      case (.number(let range, _), .number(let value)): .number(range, default: value)
      case (.choice(let choices, _), .text(let name)): .choice(choices, default: name)
      case (.choices(let choices, _), .texts(let names)): .choices(choices, default: names)
      case (.integers(let range, let count, _), .integers(let values)): .integers(range, count: count, default: values)
      case (.flag, .flag(let value)): .flag(default: value)
      case (.text(let maxBytes, _), .text(let text)): .text(maxBytes: maxBytes, default: text)
      default: nil
      }
    guard let kind else { preconditionFailure("\(name) cannot start at \(value)") }
    let copy = Parameter(name, label, unit: unit, kind, meaning: meaning)
    return pattern.map(copy.matching) ?? copy
  }

  /// The same, with the pattern of its text.
  package func matching(_ pattern: String) -> Parameter {
    var copy = self
    copy.pattern = pattern
    return copy
  }

  package init(_ name: String, _ label: String, unit: String = "", _ kind: Kind, meaning: String) {
    self.name = name
    self.label = label
    self.unit = unit
    self.kind = kind
    self.meaning = meaning
  }

  package enum Kind: Sendable {
    case integer(ClosedRange<Int>, default: Int)
    /// An integer that may be left out, which means something of its own (no limit, say).
    case optionalInteger(ClosedRange<Int>)
    case number(ClosedRange<Double>, default: Double)
    /// One of several names.
    case choice([Choice], default: String)
    /// One or several of these, each at most once; comma-separated in a query, an array or such a string in JSON.
    case choices([Choice], default: [String])
    /// So many whole numbers, comma-separated in a query, an array or such a string in JSON.
    case integers(ClosedRange<Int>, count: ClosedRange<Int>, default: [Int])
    case flag(default: Bool)
    /// Text of at most so many UTF-8 bytes. What it must look like is up to the experiment's own `faults`.
    case text(maxBytes: Int, default: String)
  }

  /// A name that a choice allows, with what a reader sees for it.
  package struct Choice: Sendable, Equatable {
    package let name: String
    package let label: String
    /// Other names for the same, accepted but never echoed.
    package let aliases: [String]

    package init(_ name: String, _ label: String, aliases: [String] = []) {
      self.name = name
      self.label = label
      self.aliases = aliases
    }
  }
}

/// A parameter that was refused, and what is allowed in its place.
package struct Fault: Sendable, Equatable {
  /// The parameter's name.
  package let parameter: String
  /// What was wrong and what is allowed, as one sentence without the name.
  package let message: String

  package init(_ parameter: String, _ message: String) {
    self.parameter = parameter
    self.message = message
  }
}

/// An experiment's parameters in the order in which a reader sees them, `seed` last.
package struct Schema: Sendable {
  package let parameters: [Parameter]
  package let presets: Presets?
  /// True if random numbers are drawn, so that another seed may give another result.
  package let isSeeded: Bool

  /// - Parameters:
  ///   - parameters: the experiment's own; every experiment has a seed besides.
  ///   - presets: names for sets of values, where it has any.
  ///   - isSeeded: false where nothing is drawn. A seed is accepted and echoed there too, so that every answer has the
  ///     same members, but no reader is offered it.
  package init(_ parameters: [Parameter], presets: Presets? = nil, isSeeded: Bool = true) {
    self.parameters = parameters + [isSeeded ? .seed : .idleSeed]
    self.presets = presets
    self.isSeeded = isSeeded
  }

  /// The parameters that a reader may change: all that make a difference.
  package var offered: [Parameter] { isSeeded ? parameters : parameters.filter { $0.name != Parameter.seed.name } }

  /// The fields of an answer: no seed among them, since what is drawn is not the answerer's to choose.
  package init(fields: [Parameter]) {
    parameters = fields
    presets = nil
    isSeeded = false
  }

  package subscript(name: String) -> Parameter? { parameters.first { $0.name == name } }

  /// What the schema gives when nothing is asked.
  package var defaults: Arguments { Arguments(parameters.map { ($0.name, $0.kind.defaultValue) }) }
}

/// Names for sets of values. What is given beside a preset wins over it, and an empty value counts as not given.
package struct Presets: Sendable {
  /// The choice that takes a preset's name.
  package let parameter: String
  /// Each preset's values. All set the same parameters; those of the default preset are the parameters' own defaults.
  package let sets: [(name: String, values: [(parameter: String, value: Arguments.Value)])]

  package init(
    _ parameter: String, _ sets: [(name: String, values: [(parameter: String, value: Arguments.Value)])]
  ) {
    self.parameter = parameter
    self.sets = sets
  }

  /// True if the presets set that parameter.
  package func set(_ parameter: String) -> Bool { sets.first?.values.contains { $0.parameter == parameter } ?? false }
}

extension Parameter {
  /// 2⁵³ − 1, the largest whole number that every JSON reader holds exactly (RFC 7493 §2.2).
  package static let largestSeed = (1 << 53) - 1

  package static let seed = Parameter(
    "seed", "Seed", .integer(0...largestSeed, default: 1),
    meaning: "Chooses the random numbers: the same seed gives the same result, another seed another draw.")

  /// The seed where nothing is drawn.
  static let idleSeed = Parameter(
    seed.name, seed.label, seed.kind,
    meaning: "Accepted and echoed as everywhere; it changes nothing, since no random numbers are drawn here.")
}

extension Parameter.Kind {
  package var defaultValue: Arguments.Value {
    switch self {
    case .integer(_, let value): .integer(value)
    case .optionalInteger: .none
    case .number(_, let value): .number(value)
    case .choice(_, let name): .text(name)
    case .choices(_, let names): .texts(names)
    case .integers(_, _, let values): .integers(values)
    case .flag(let value): .flag(value)
    case .text(_, let value): .text(value)
    }
  }

  /// What is allowed, to be read after "must be".
  package var allowed: String {
    switch self {
    case .integer(let range, _): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .optionalInteger(let range):
      "a whole number from \(range.lowerBound) to \(range.upperBound), or be left out"
    case .number(let range, _): "a number from \(Excerpt.plain(range.lowerBound)) to \(Excerpt.plain(range.upperBound))"
    case .choice(let choices, _): "one of \(choices.map(\.names).joined(separator: ", "))"
    case .choices(let choices, _): "one or several of \(choices.map(\.names).joined(separator: ", ")), each once"
    case .integers(let range, let count, _):
      "\(count.lowerBound == count.upperBound ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)")"
        + " whole numbers from \(range.lowerBound) to \(range.upperBound), separated by commas"
    case .flag: "true or false"
    case .text(let maxBytes, _): "text of at most \(maxBytes) bytes"
    }
  }

  /// The least value that is allowed where values have an order, else the default.
  var smallest: Arguments.Value {
    switch self {
    case .integer(let range, _), .optionalInteger(let range): .integer(range.lowerBound)
    case .number(let range, _): .number(range.lowerBound)
    default: defaultValue
    }
  }

  /// The greatest value that is allowed where values have an order, else the default.
  var largest: Arguments.Value {
    switch self {
    case .integer(let range, _), .optionalInteger(let range): .integer(range.upperBound)
    case .number(let range, _): .number(range.upperBound)
    default: defaultValue
    }
  }

  var isList: Bool {
    switch self {
    case .choices, .integers: true
    default: false
    }
  }
}

extension Parameter.Choice {
  /// The name with its other names: `exponential (or none)`.
  var names: String { aliases.isEmpty ? name : "\(name) (or \(aliases.joined(separator: ", ")))" }
}
