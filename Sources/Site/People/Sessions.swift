internal import Store
internal import Synchronization

/// Signs people in and out. For the API and for pages alike. Everything blocks.
package final class Sessions: Sendable {
  private let storage: any Storage
  /// When sessions were put off last; one use in an hour is enough to know.
  private let renewed = Mutex<[Digest: Timestamp]>([:])

  private static let renewalInterval = 3_600_000
  private static let mostRemembered = 10_000

  init(_ storage: any Storage) { self.storage = storage }

  /// Trades a token, or an invitation that was not used yet, for a new session.
  /// - Parameter earlier: The session that the browser had; it ends.
  /// - Returns: nil if the token is not valid.
  func signIn(_ token: String, replacing earlier: String?, at now: Timestamp) throws -> (Person, Secret)? {
    let digest = Digest(of: Array(token.utf8))
    let session = Secret()
    let kept = NewToken(session.digest, kind: .session, expiresAt: now + SessionCookie.idle)
    let person: Person
    if let holder = try storage.holder(of: digest, kind: .bearer, at: now) {
      try storage.grant(kept, to: holder.id, replacing: false, at: now, by: .person(holder.id))
      person = holder
    } else if let invited = try storage.exchange(digest, for: kept, at: now) {
      person = invited
    } else {
      return nil
    }
    renewed.withLock { $0[session.digest] = now }
    if let earlier { try signOut(earlier, at: now) }
    return (person, session)
  }

  /// Ends a session. Ending it again does nothing.
  func signOut(_ token: String, at now: Timestamp) throws {
    let digest = Digest(of: Array(token.utf8))
    renewed.withLock { $0[digest] = nil }
    try storage.end(digest, at: now)
  }

  /// Puts a session's end off, since it is in use.
  func renew(_ session: Digest, at now: Timestamp) {
    let isDue = renewed.withLock { renewed in
      if let last = renewed[session], now - last < Sessions.renewalInterval { return false }
      if renewed.count >= Sessions.mostRemembered { renewed = [:] }
      renewed[session] = now
      return true
    }
    if isDue {
      storage.renewSession(session, idle: SessionCookie.idle, absolute: SessionCookie.absolute, at: now)
    }
  }
}
