internal import HTTP
internal import JSON
internal import Store

/// What somebody can come in by, as they see it: never a token, but when it was made and whether it is the one in use.
/// For the API and for pages alike.
struct OwnTokens: Sendable {
  let context: SiteContext

  /// How many are listed, the one in use among them: more than anybody keeps track of.
  static let most = 200

  func list(of caller: Caller) throws -> [HeldToken] {
    try context.storage.tokens(
      of: caller.person.id, including: caller.token, at: context.time(), limit: OwnTokens.most)
  }

  /// Ends one of the caller's own.
  /// - Throws: `Problem`: 404 if they hold none of that name.
  func end(_ name: String, of caller: Caller) throws -> HeldToken {
    guard let token = try list(of: caller).first(where: { $0.name == name }),
      try context.storage.end(token.digest, of: caller.person.id, at: context.time(), by: caller.actor)
    else { throw Problem(.notFound, "You hold no such token, or not any more.") }
    return token
  }
}

extension HeldToken {
  /// Names it without giving it away: a fingerprint of the fingerprint that is kept.
  var name: String { Digest(of: digest.bytes).bytes.prefix(16).hex }

  func json(inUse token: Digest) -> JSONValue {
    [
      "id": .string(name), "kind": .string(kind.rawValue), "madeAt": .string(InstantText.rfc3339(milliseconds: madeAt)),
      "expiresAt": expiresAt.map { .string(InstantText.rfc3339(milliseconds: $0)) } ?? .null,
      "inUse": .bool(digest == token),
    ]
  }
}
