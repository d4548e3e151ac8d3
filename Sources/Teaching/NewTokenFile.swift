package import Store

/// Tokens of students who were added together, as a file to be kept and handed out from: they are shown once.
package enum NewTokenFile {
  package struct Entry: Sendable, Equatable {
    package let name: String
    package let login: String
    package let email: String
    package let token: String

    package init(name: String, login: String, email: String, token: String) {
      self.name = name
      self.login = login
      self.email = email
      self.token = token
    }

    package init(_ person: NewPerson, _ token: Secret) {
      self.init(name: person.name, login: person.login, email: person.email, token: token.text)
    }
  }

  /// One line a student, CRLF at the end of each, UTF-8 without a byte order mark.
  package static func bytes(of entries: [Entry]) -> [UInt8] {
    var writer = CSVWriter()
    writer.row(["name", "login", "email", "token"].map { .exact($0) })
    for entry in entries {
      writer.row([.text(entry.name), .text(entry.login), .text(entry.email), .exact(entry.token)])
    }
    return writer.bytes
  }
}
