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

/// An experiment's parameters in the order in which a reader sees them.
package struct Schema: Sendable {
  package let parameters: [Parameter]

  package init(_ parameters: [Parameter]) { self.parameters = parameters }

  package subscript(name: String) -> Parameter? { parameters.first { $0.name == name } }
}
