package import JSON

extension ExperimentCell.Claim {
  /// What a result says otherwise and what to mend, as a sentence; nil if it bears the claim out.
  package func fault(in result: JSONValue) -> String? {
    let found: JSONValue
    do {
      found = try value.value(in: result)
    } catch {
      return "The claim cannot be checked: \(error.message)"
    }
    switch expected {
    case .equals(let wanted):
      if found.means(wanted) { return nil }
      return "`\(value)` is \(shown(found)), not \(shown(wanted)). Mend the claim, and the text that states it."
    case .between(let least, let most):
      guard let number = found.asNumber else { return "`\(value)` is \(found.kind), not a number." }
      if least <= number, number <= most { return nil }
      let range = "from \(shown(.number(least))) to \(shown(.number(most)))"
      return "`\(value)` is \(shown(found)), not \(range). Mend the claim, and the text that states it."
    }
  }

  private func shown(_ value: JSONValue) -> String {
    let text = value.bytes
    return text.count > 100 ? text.prefix(100).text + "…" : text.text
  }
}

extension JSONValue {
  /// True if both say the same: a number is its value however it is written, a column is an array, and an object's
  /// members have no order.
  package func means(_ other: JSONValue) -> Bool {
    if let number = asNumber { return number == other.asNumber }
    if let elements = asArray {
      guard let others = other.asArray, elements.count == others.count else { return false }
      return zip(elements, others).allSatisfy { $0.means($1) }
    }
    guard case .object(let members) = self, case .object(let others) = other else { return self == other }
    return members.count == others.count
      && members.allSatisfy { member in other[member.name].map { member.value.means($0) } ?? false }
  }

  private var asArray: [JSONValue]? {
    switch self {
    case .array(let elements): elements
    case .integers(let elements): elements.map { .integer($0) }
    case .numbers(let elements): elements.map { .number($0) }
    case .strings(let elements): elements.map { .string($0) }
    default: nil
    }
  }
}
