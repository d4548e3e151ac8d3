package import JSON
package import Store

/// What whoever imports a class list should look at, although nothing is refused for it: an id that two students would
/// have. It may be right, since two schools may share a course.
package struct RosterNotice: Sendable, Equatable, CustomStringConvertible {
  /// Counted from 1.
  package let line: Int
  /// The student who is known by the id; nil if another line has it.
  package let holder: Person?
  package let message: String

  package var description: String { "line \(line): \(message)" }

  /// For programs.
  package var json: JSONValue {
    [
      "line": .integer(line), "student": holder.map { .string(String($0.id.rawValue)) } ?? .null,
      "message": .string(message),
    ]
  }

  /// A line that gives an id to somebody who had none or another.
  struct Given {
    let line: Int
    /// Nil for somebody who is new.
    let person: PersonID?
    let number: String
  }

  /// - Parameter students: Everybody who is known, as they are once the list is imported.
  static func all(_ given: [Given], students: [Person]) -> [RosterNotice] {
    let known = students.filter { !$0.details.schoolID.isEmpty }
    let holders = Dictionary(grouping: known) { Array($0.details.schoolID.utf8) }
    var lines: [[UInt8]: Int] = [:]
    return given.compactMap { one in
      guard !one.number.isEmpty else { return nil }
      let key = Array(one.number.utf8)
      let earlier = lines[key]
      if one.person == nil { lines[key] = earlier ?? one.line }
      if let holder = holders[key]?.first(where: { $0.id != one.person }) {
        return RosterNotice(
          line: one.line, holder: holder,
          message: "the id \(one.number) is also that of \(holder.identity); if they are one person, merge them")
      }
      return earlier.map {
        RosterNotice(line: one.line, holder: nil, message: "the id \(one.number) stands in line \($0), too")
      }
    }
  }
}
