package import JSON

extension Schema {
  /// Accepts a query's flat pairs. A name given twice is a fault.
  /// - Throws: every fault at once: unknown names, wrong types, values out of range, each with what is allowed.
  package func arguments(query pairs: [(name: String, value: String)]) throws(InvalidParameters) -> Arguments {
    throw InvalidParameters([])
  }

  /// Accepts a JSON object's members.
  package func arguments(json object: JSONValue) throws(InvalidParameters) -> Arguments {
    throw InvalidParameters([])
  }

  /// What the schema gives when nothing is asked.
  package var defaults: Arguments { Arguments([]) }
}
