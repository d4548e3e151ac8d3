import Glibc

/// An option of a command: on the command line, or else from the environment, or else its default.
struct CommandOption {
  /// With its dashes, such as `--port`.
  let name: String
  /// What stands for its value in the help, such as `PORT`; nil for a switch.
  let value: String?
  /// The environment variable, such as `COURSE_PORT`; nil if there is none.
  let variable: String?
  let standard: String?
  let help: String

  init(_ name: String, _ help: String, value: String? = nil, variable: String? = nil, standard: String? = nil) {
    self.name = name
    self.value = value
    self.variable = variable
    self.standard = standard
    self.help = help
  }
}

/// Why a command line is no use of the command.
struct WrongUsage: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

/// What a command was given.
struct CommandOptions {
  /// What stands beside the options, in order.
  private(set) var names: [String] = []
  private var given: [String: String] = [:]
  /// The options that the command line gives.
  private var named: Set<String> = []

  /// Reads `--name value`, `--name=value` and switches. Behind `--` everything is a name.
  /// - Parameter environment: The value of a variable, nil if it is not set.
  init(
    _ arguments: [String], _ options: [CommandOption],
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) throws(WrongUsage) {
    for option in options { given[option.name] = try CommandOptions.value(of: option, environment) }
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        names += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        names.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let option = options.first(where: { $0.name == parts[0] }) else {
        throw WrongUsage("there is no option \(parts[0])")
      }
      guard named.insert(option.name).inserted else { throw WrongUsage("\(option.name) is given twice") }
      if option.value == nil {
        guard parts.count == 1 else { throw WrongUsage("\(option.name) takes no value") }
        given[option.name] = "1"
      } else if let value = parts.count == 2 ? parts[1] : rest.first.flatMap({ $0.hasPrefix("--") ? nil : $0 }) {
        if parts.count == 1 { rest.removeFirst() }
        given[option.name] = value
      } else {
        throw WrongUsage("\(option.name) needs a value")
      }
    }
  }

  /// The value outside the command line. A variable that is empty counts as not set.
  private static func value(of option: CommandOption, _ environment: (String) -> String?) throws(WrongUsage) -> String?
  {
    guard let variable = option.variable, let value = environment(variable), !value.isEmpty else {
      return option.standard
    }
    guard option.value != nil || value == "0" || value == "1" else {
      throw WrongUsage("\(variable) must be 1 or 0, not \(value)")
    }
    return value
  }

  /// The one name beside the options.
  /// - Parameter what: What it names, for whoever leaves it out.
  func one(_ what: String) throws(WrongUsage) -> String {
    guard let name = names.first, !name.isEmpty else { throw WrongUsage("give \(what)") }
    guard names.count == 1 else { throw WrongUsage("\(names[1]) is one name too many") }
    return name
  }

  /// The two names beside the options.
  /// - Parameter what: What they name, for whoever leaves one out.
  func two(_ what: String) throws(WrongUsage) -> (String, String) {
    guard names.count > 1, !names[0].isEmpty, !names[1].isEmpty else { throw WrongUsage("give \(what)") }
    guard names.count == 2 else { throw WrongUsage("\(names[2]) is one name too many") }
    return (names[0], names[1])
  }

  /// True if the command line itself gives the option.
  func isGiven(_ name: String) -> Bool { named.contains(name) }

  subscript(name: String) -> String? { given[name] }

  /// True for a switch that was given, on the command line or as `1` in the environment.
  func has(_ name: String) -> Bool { given[name] == "1" }

  /// - Throws: Unless the value is a number in the range.
  func number(_ name: String, in range: ClosedRange<Int>) throws(WrongUsage) -> Int? {
    guard let text = given[name] else { return nil }
    guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let number = Int(text),
      range.contains(number)
    else { throw WrongUsage("\(name) must be a number from \(range.lowerBound) to \(range.upperBound)") }
    return number
  }
}
