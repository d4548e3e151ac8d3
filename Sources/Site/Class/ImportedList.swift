internal import JSON
internal import Store
internal import Synchronization
internal import Teaching

/// What the import of a class list gave to those who were added: a token each, if they were to have one.
final class ImportedList: Sendable {
  private let given = Mutex<[NewTokenFile.Entry]>([])

  var entries: [NewTokenFile.Entry] { given.withLock { $0 } }

  /// A token for somebody who is being added.
  func token(for person: Person) -> NewToken {
    let secret = Secret()
    given.withLock { $0.append(NewTokenFile.Entry(person.details, secret)) }
    return NewToken(secret.digest, kind: .bearer)
  }

  /// As it is kept for a form that comes again.
  var json: JSONValue {
    .array(
      entries.map { entry in
        [
          "name": .string(entry.name), "login": .string(entry.login), "email": .string(entry.email),
          "token": .string(entry.token),
        ]
      })
  }

  static func entries(_ json: JSONValue?) -> [NewTokenFile.Entry] {
    guard case .array(let elements)? = json else { return [] }
    return elements.compactMap { element in
      guard case .string(let name)? = element["name"], case .string(let login)? = element["login"],
        case .string(let email)? = element["email"], case .string(let token)? = element["token"]
      else { return nil }
      return NewTokenFile.Entry(name: name, login: login, email: email, token: token)
    }
  }
}
