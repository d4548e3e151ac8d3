import JSON

/// Takes a cell's JSON apart strictly: whatever is missing, unknown or of the wrong type is a finding on its line.
struct MemberReader {
  let fence: Fence
  private(set) var findings: [Finding] = []
  /// The members that something was said of.
  private(set) var faulty: Set<[String]> = []

  private let locator: JSONLocator

  init(fence: Fence) {
    self.fence = fence
    locator = JSONLocator(fence.body)
  }

  /// Reports a fault of the fence's own line.
  mutating func report(_ message: String) { report([], message) }

  mutating func report(_ member: [String], _ message: String) {
    faulty.insert(member)
    findings.append(Finding(file: fence.file, line: line(of: member), message: message))
  }

  mutating func reportAnchor(_ id: String) {
    report("The anchor `\(id)` is in use further up, for a heading or a cell. Give this cell another `id`.")
  }

  /// The line of a member, in the file; of the innermost that holds it, if it is not there itself.
  func line(of member: [String]) -> Int {
    var path = member[...]
    while !path.isEmpty {
      if let line = locator.line(of: path) { return fence.line + 1 + line }
      path.removeLast()
    }
    return fence.line
  }

  /// An object with no other members than these.
  mutating func object(_ value: JSONValue, at path: [String], allowed: [String]) -> JSONValue? {
    guard case .object(let members) = value else {
      report(path, "\(subject(path)) is \(value.kind). Write an object in braces.")
      return nil
    }
    for member in members where !allowed.contains(member.name) {
      let known = allowed.map { "`\($0)`" }.joined(separator: ", ")
      report(path + [member.name], "\(subject(path)) has no `\(member.name)`. It may have \(known).")
    }
    return value
  }

  /// A string that is not empty; a missing one is reported unless it is optional.
  mutating func string(_ name: String, of object: JSONValue, at path: [String], isOptional: Bool = false) -> String? {
    switch object[name] {
    case .string(let text)? where !text.isEmpty || isOptional:
      guard text.utf8.allSatisfy({ $0 >= 0x20 }) else {
        report(path + [name], "`\(name)` holds a control character. Write it in one line.")
        return nil
      }
      return text
    case .string?: report(path + [name], "`\(name)` is empty. Write something or leave the member out.")
    case let other?: report(path + [name], "`\(name)` is \(other.kind). Write a string in double quotes.")
    case nil: if !isOptional { report(path, "\(subject(path)) lacks `\(name)`. Add it, a string.") }
    }
    return nil
  }

  /// A number, if it is there.
  mutating func number(_ name: String, of object: JSONValue, at path: [String]) -> Double? {
    switch object[name] {
    case .integer(let number)?: return Double(number)
    case .number(let number)?: return number
    case let other?: report(path + [name], "`\(name)` is \(other.kind). Write a number.")
    case nil: break
    }
    return nil
  }

  /// An array's elements; a missing one is empty.
  mutating func array(_ name: String, of object: JSONValue, at path: [String]) -> [JSONValue] {
    switch object[name] {
    case .array(let elements)?: return elements
    case let other?:
      report(path + [name], "`\(name)` is \(other.kind). Write an array in brackets.")
      return []
    case nil: return []
    }
  }

  /// A path into a result.
  mutating func path(_ name: String, of object: JSONValue, at path: [String]) -> ResultPath? {
    guard let text = string(name, of: object, at: path) else { return nil }
    do {
      return try ResultPath(text)
    } catch {
      report(path + [name], error.message)
      return nil
    }
  }

  /// An anchor that the author chose, if any.
  mutating func id(of object: JSONValue) -> String? {
    guard object["id"] != nil, let id = string("id", of: object, at: []) else { return nil }
    guard isSlug(id.utf8), id.utf8.count <= 60 else {
      report(["id"], "The id `\(id)` is no anchor. Use lower-case letters, digits and single hyphens.")
      return nil
    }
    return id
  }

  /// What a message calls the place.
  private func subject(_ path: [String]) -> String {
    path.isEmpty ? "The cell" : "`\(path.joined(separator: "."))`"
  }
}
