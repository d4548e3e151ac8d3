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
    let found = try QueryParameters.read(request, ["limit", "cursor"] + others) { name, value in
      let number = PageQuery.number(value) ?? 0
      return switch name {
      case "limit" where !(1...PageQuery.mostPerPage).contains(number):
        "must be a whole number from 1 to \(PageQuery.mostPerPage)"
      case "cursor" where number < 1: "must be the next of an answer"
      default: nil
      }
    }
    limit = found["limit"].flatMap(PageQuery.number) ?? PageQuery.usual
    cursor = found["cursor"].flatMap(PageQuery.number)
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
