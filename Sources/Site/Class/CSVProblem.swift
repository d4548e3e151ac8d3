internal import HTTP
internal import Teaching

extension RequestBody {
  /// The bytes of a CSV file.
  /// - Throws: `Problem`: 411 if there is no body at all, 415 unless the type is `text/csv` in UTF-8, 412.
  static func csv(of request: Request, conditions: Conditions.Time) throws -> [UInt8] {
    try require("text/csv", request)
    try conditions.beforeContent(of: request)
    return request.body
  }
}

/// What is wrong with a CSV file, as a problem that names every line and column.
enum CSVProblem {
  static func checked<Value>(_ body: () throws(CSVFaults) -> Value) throws -> Value {
    do throws(CSVFaults) { return try body() } catch { throw problem(error) }
  }

  static func problem(_ faults: CSVFaults) -> Problem {
    Problem(
      .invalidBody, "The file is not what this address takes. Nothing was changed.",
      errors: faults.faults.map { fault in
        let name = fault.field.isEmpty ? "" : "\(fault.field) "
        return Problem.Invalid(.cell(line: fault.line, column: fault.column), name + fault.message)
      })
  }
}
