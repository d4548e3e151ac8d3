package import HTTP
package import JSON

/// Why a request is not answered as asked. Handlers throw it; it becomes a response in one place.
package struct Problem: Error, Sendable {
  /// A parameter or member that was refused.
  package struct Invalid: Sendable, Equatable {
    package enum Place: Sendable, Equatable {
      /// The name of a query parameter.
      case parameter(String)
      /// A JSON Pointer into the body (RFC 6901).
      case pointer(String)
      /// A line of a CSV file, and a column where one is meant; both count from 1.
      case cell(line: Int, column: Int?)
    }

    package let place: Place
    /// What is wrong and what is allowed.
    package let detail: String

    package init(_ place: Place, _ detail: String) {
      self.place = place
      self.detail = detail
    }
  }

  package var type: ProblemType
  /// What was wrong with this request, in a sentence.
  package var detail: String
  package var errors: [Invalid]
  /// Fields that belong to the status, such as `Allow` or `Retry-After`.
  package var headers: HeaderFields

  package init(_ type: ProblemType, _ detail: String, errors: [Invalid] = [], headers: HeaderFields = [:]) {
    self.type = type
    self.detail = detail
    self.errors = errors
    self.headers = headers
  }

  package init(_ refusal: Refusal) {
    self.init(ProblemType(status: refusal.status.code), refusal.detail, headers: refusal.headers)
  }

  /// How many faults are told at once: enough for a class list, and an answer stays far smaller than what it is to.
  private static let mostErrors = 1000

  /// As `application/problem+json`.
  package func json(requestId: String?) -> JSONValue {
    let listed =
      errors.count > Problem.mostErrors ? " The first \(Problem.mostErrors) of \(errors.count) are listed." : ""
    var members = [
      JSONMember("type", .string(type.path)), JSONMember("title", .string(type.title)),
      JSONMember("status", .integer(type.status)), JSONMember("detail", .string(detail + listed)),
    ]
    if let requestId { members.append(JSONMember("requestId", .string(requestId))) }
    if !errors.isEmpty {
      members.append(JSONMember("errors", .array(errors.prefix(Problem.mostErrors).map(\.json))))
    }
    return .object(members)
  }
}

extension Problem.Invalid {
  fileprivate var json: JSONValue {
    switch place {
    case .parameter(let name): ["parameter": .string(name), "detail": .string(detail)]
    case .pointer(let pointer): ["pointer": .string(pointer), "detail": .string(detail)]
    case .cell(let line, let column):
      ["line": .integer(line), "column": column.map { .integer($0) } ?? .null, "detail": .string(detail)]
    }
  }

  /// The JSON Pointer to a member of the outermost object.
  package static func member(_ name: String, _ detail: String) -> Problem.Invalid {
    var pointer = "/"
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": pointer += "~0"
      case "/": pointer += "~1"
      default: pointer.unicodeScalars.append(scalar)
      }
    }
    return Problem.Invalid(.pointer(pointer), detail)
  }
}
