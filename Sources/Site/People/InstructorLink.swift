package import Store

/// How the first instructor gets in: by a link that whoever starts the server sees, valid once.
package enum InstructorLink {
  /// How long it may be followed, in milliseconds.
  static let validFor = 7 * 24 * 3_600_000
  /// The page that takes the invitation from its query and asks for one click; a mere visit, which a program may make
  /// ahead of the reader, must not use it up.
  static let page = "/sign-in"

  /// The link's path and query, unless some instructor can enter already.
  package static func first(_ storage: any Storage, at now: Int) throws(StoreError) -> String? {
    try storage.anyoneCanEnter(as: .instructor, at: now) ? nil : make(storage, at: now)
  }

  /// The path and query of a new link for the instructor; an earlier one that was not used ends. Whoever can write the
  /// database may have it, so that nobody who lost every token is locked out.
  package static func make(_ storage: any Storage, at now: Int) throws(StoreError) -> String {
    let known = try storage.people(role: .instructor, after: nil, limit: 1000).first { $0.revokedAt == nil }
    let instructor =
      if let known {
        known
      } else {
        try storage.add(NewPerson(name: "Instructor", role: .instructor), token: nil, at: now, by: .system)
      }
    let invitation = Secret()
    try storage.grant(
      NewToken(invitation.digest, kind: .invitation, expiresAt: now + validFor), to: instructor.id, replacing: true,
      at: now, by: .system)
    return "\(page)?token=\(invitation.text)"
  }
}
