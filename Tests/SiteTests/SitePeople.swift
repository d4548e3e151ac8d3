import HTTP
import JSON
import Site
import Store
import Testing

/// Somebody whom a test's site knows.
struct KnownPerson: Sendable {
  let person: Person
  let token: Secret

  var bearer: (String, String) { ("Authorization", "Bearer \(token.text)") }
  var id: String { String(person.id.rawValue) }
}

extension SiteFixture {
  func person(_ name: String, _ role: Role = .student) throws -> KnownPerson {
    let token = Secret()
    let person = try storage.add(
      NewPerson(name: name, role: role), token: NewToken(token.digest, kind: .bearer), at: context.time(), by: .system)
    return KnownPerson(person: person, token: token)
  }

  /// A request of somebody.
  func get(_ target: String, as person: KnownPerson) throws -> Response { try get(target, person.bearer) }

  func post(_ target: String, _ body: String, as person: KnownPerson, _ headers: (String, String)...) throws -> Response
  {
    try send(
      .post, target, headers: [("Content-Type", "application/json"), person.bearer] + headers, body: body)
  }

  func delete(_ target: String, as person: KnownPerson) throws -> Response {
    try send(.delete, target, headers: [person.bearer])
  }
}

extension Response {
  /// The type of a problem, without the path.
  var problem: String? { json["type"]?.text.map { String($0.dropFirst("/problems/".count)) } }
  /// The pointers and parameters of a problem's errors.
  var faults: [String] {
    json["errors"]?.elements.compactMap { $0["pointer"]?.text ?? $0["parameter"]?.text } ?? []
  }
}
