import Store
import Teaching

/// The options that say what is known of a student.
enum PersonOptions {
  static let all: [(field: PersonField, option: CommandOption)] = [
    (.name, CommandOption("--name", "The name.", value: "NAME")),
    (.login, CommandOption("--login", "The login in the school's own system.", value: "LOGIN")),
    (.email, CommandOption("--email", "The e-mail address.", value: "ADDRESS")),
    (.schoolID, CommandOption("--id", "The number in the school's own system.", value: "NUMBER")),
    (.section, CommandOption("--section", "The section or group.", value: "SECTION")),
  ]

  /// Sets what the command line gives; the rest stays.
  static func set(_ person: inout NewPerson, _ options: CommandOptions) {
    for (field, option) in all where options.isGiven(option.name) {
      person[field] = PersonRules.trimmed(options[option.name] ?? "")
    }
  }

  /// - Throws: Every fault at once.
  static func check(_ person: NewPerson) throws(WrongUsage) {
    let faults = all.compactMap { field, option in
      PersonRules.fault(person[field], field).map { "\(field == .name ? "the name" : option.name) \($0)" }
    }
    guard faults.isEmpty else { throw WrongUsage(faults.joined(separator: "; ")) }
  }
}
