internal import HTTP
internal import JSON
internal import Store

/// Answers with the audit trail, the newest first.
struct AuditHandlers: Sendable {
  let context: SiteContext

  func read(_ request: Request, _ parameters: PathParameters, _ caller: Caller) throws -> Response {
    let query = try PageQuery(request)
    let found = try context.storage.audit(before: query.cursor, limit: query.limit + 1)
    let (entries, next) = query.part(found, number: \.number)
    let names = try context.names(of: entries)
    let answer: JSONValue = [
      "entries": .array(
        entries.map { entry in
          [
            "number": .integer(entry.number), "at": .string(InstantText.rfc3339(milliseconds: entry.at)),
            "actor": AuditHandlers.json(entry.actor, names), "action": .string(entry.action),
            "subject": .string(entry.subject), "detail": .string(entry.detail),
          ]
        }), "next": next,
    ]
    return try JSONResponse.negotiated(request, answer.bytes)
  }

  private static func json(_ actor: Actor, _ names: [PersonID: String]) -> JSONValue {
    guard case .person(let id) = actor else { return .null }
    return ["id": .string(String(id.rawValue)), "name": names[id].map { .string($0) } ?? .null]
  }
}

extension SiteContext {
  /// The names of those who did something, as far as they are still known.
  func names(of entries: [AuditEntry]) throws -> [PersonID: String] {
    var names: [PersonID: String] = [:]
    for entry in entries {
      guard case .person(let id) = entry.actor, names[id] == nil else { continue }
      names[id] = try storage.person(id)?.name
    }
    return names
  }
}
