internal import HTTP
internal import JSON

/// Which part of a list a request asks for: `limit` and `cursor`. A cursor is the number of the last element before the
/// part, as the answer before gave it.
struct PageQuery: Sendable {
  let limit: Int
  let cursor: Int?

  static let mostPerPage = 200
  static let usual = 50

  /// - Parameter others: Names of further parameters that the route takes and reads itself.
  /// - Throws: `Problem`: 400 with every fault.
  init(_ request: Request, others: [String] = []) throws {
    var faults: [Problem.Invalid] = []
    var found: [String: Int] = [:]
    var seen: [String] = []
    for (name, value) in request.query.sent {
      if others.contains(name) {
        if seen.contains(name) { faults.append(Problem.Invalid(.parameter(name), "must be given once")) }
        seen.append(name)
        continue
      }
      switch name {
      case "limit", "cursor":
        let range = name == "limit" ? 1...PageQuery.mostPerPage : 1...Int.max
        if found[name] != nil {
          faults.append(Problem.Invalid(.parameter(name), "must be given once"))
        } else if let number = PageQuery.number(value), range.contains(number) {
          found[name] = number
        } else {
          let allowed =
            name == "limit"
            ? "must be a whole number from 1 to \(PageQuery.mostPerPage)" : "must be the next of an answer"
          faults.append(Problem.Invalid(.parameter(name), allowed))
        }
      default:
        let known = (["limit", "cursor"] + others).joined(separator: ", ")
        faults.append(Problem.Invalid(.parameter(name), "is unknown; the parameters are \(known)"))
      }
    }
    guard faults.isEmpty else {
      throw Problem(.invalidParameters, "The query has parameters that are not allowed.", errors: faults)
    }
    limit = found["limit"] ?? PageQuery.usual
    cursor = found["cursor"]
  }

  /// Digits alone, without a sign or leading zeros.
  static func number(_ text: String) -> Int? {
    let isPlain = text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard isPlain, text == "0" || !text.utf8.starts(with: "0".utf8) else { return nil }
    return Int(text)
  }

  /// The part of a list that was asked for, of one element more than its limit where there is more.
  func part<Element>(_ found: [Element], number: (Element) -> Int) -> (elements: [Element], next: JSONValue) {
    guard found.count > limit else { return (found, .null) }
    let elements = Array(found.prefix(limit))
    return (elements, elements.last.map { .string(String(number($0))) } ?? .null)
  }
}
