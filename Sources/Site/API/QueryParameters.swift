internal import HTTP

/// What a request's query holds where each parameter is known and may be given once.
enum QueryParameters {
  /// - Parameters:
  ///   - names: Those that are known.
  ///   - fault: What is wrong with a value, as the end of a sentence that begins with its name; nil for nothing.
  /// - Returns: Values by name.
  /// - Throws: `Problem`: 400 with every fault.
  static func read(
    _ request: Request, _ names: [String], fault: (_ name: String, _ value: String) -> String?
  ) throws(Problem) -> [String: String] {
    var values: [String: String] = [:]
    var faults: [Problem.Invalid] = []
    for (name, value) in request.query.sent {
      let wrong: String? =
        if !names.contains(name) {
          "is unknown; the \(names.count == 1 ? "parameter is" : "parameters are") \(names.joined(separator: ", "))"
        } else if values[name] != nil { "must be given once" } else { fault(name, value) }
      if let wrong { faults.append(Problem.Invalid(.parameter(name), wrong)) }
      values[name] = value
    }
    guard faults.isEmpty else {
      throw Problem(.invalidParameters, "The query has parameters that are not allowed.", errors: faults)
    }
    return values
  }
}
