import Retry

/// What a representation can be recognised by (RFC 9110 §8.8).
struct Validators {
  /// With its quotes, and `W/` before them if it is weak.
  var entityTag: String?
  /// Seconds since 1970.
  var lastModified: Int?
}

/// Whether a request is to be carried out, given what the client says it holds (RFC 9110 §13).
enum Preconditions {
  enum Outcome: Equatable {
    case proceed
    /// 304: what the client holds is current.
    case notModified
    /// 412.
    case failed
  }

  /// Evaluates in the order of §13.2.2. `now` is in seconds since 1970.
  static func evaluate(_ request: Request, _ validators: Validators, now: Int) -> Outcome {
    let headers = request.headers
    guard headers.known.contains(.precondition) else { return .proceed }
    let reads = request.method == .get || request.method == .head

    if headers.contains("If-Match") {
      if !matches(headers, "If-Match", validators.entityTag, weakly: false) { return .failed }
    } else if let modified = validators.lastModified, let since = date(headers, "If-Unmodified-Since", now) {
      if modified > since { return .failed }
    }

    if headers.contains("If-None-Match") {
      if matches(headers, "If-None-Match", validators.entityTag, weakly: true) {
        return reads ? .notModified : .failed
      }
    } else if reads, let modified = validators.lastModified, let since = date(headers, "If-Modified-Since", now) {
      // A date to come says nothing about what the client holds.
      if since <= now, modified <= since { return .notModified }
    }
    return .proceed
  }

  /// True if the range of a request may be served from this representation (§13.1.5): there is no `If-Range`, or it
  /// names it by a strong tag or by its exact date.
  static func allowsRange(_ request: Request, _ validators: Validators, now: Int) -> Bool {
    let values = request.headers.values(of: "If-Range")
    guard let value = values.first else { return true }
    guard values.count == 1 else { return false }
    if value.hasPrefix("\"") { return value == validators.entityTag }
    guard let modified = validators.lastModified, let held = date(request.headers, "If-Range", now) else {
      return false
    }
    return modified == held
  }

  private static func matches(_ headers: HeaderFields, _ name: String, _ tag: String?, weakly: Bool) -> Bool {
    let values = headers.values(of: name)
    // The value * stands alone, and is true of anything that exists.
    if values == ["*"] { return true }
    guard let tag else { return false }
    return values.contains { value in
      EntityTag.list(value).contains { held in
        weakly ? held.opaque == EntityTag(tag).opaque : held.isStrong && held == EntityTag(tag)
      }
    }
  }

  /// A field with several lines, or something else than a date, counts as absent.
  private static func date(_ headers: HeaderFields, _ name: String, _ now: Int) -> Int? {
    guard headers.contains(name) else { return nil }
    let values = headers.values(of: name)
    guard values.count == 1 else { return nil }
    return HTTPDate(values[0], now: HTTPDate(secondsSince1970: Int64(now))).map { Int($0.secondsSince1970) }
  }
}

extension Request {
  /// True if the client holds the representation with this entity tag and asks for it only if it has changed: a GET that
  /// would be answered with 304 need not make it.
  package func holds(_ entityTag: String) -> Bool {
    Preconditions.evaluate(self, Validators(entityTag: entityTag), now: 0) == .notModified
  }

  /// True if the request has a field that says when it is to be carried out.
  package var isConditional: Bool { known.contains(.precondition) }

  /// False if a request for a change is not to be carried out on what is there, which has this entity tag or none, and no
  /// date.
  package func supposes(entityTag: String?) -> Bool {
    Preconditions.evaluate(self, Validators(entityTag: entityTag), now: 0) == .proceed
  }
}

/// An entity tag (RFC 9110 §8.8.3).
struct EntityTag: Equatable {
  let isStrong: Bool
  /// With its quotes.
  let opaque: Substring

  init(_ text: String) { self.init(text[...]) }

  private init(_ text: Substring) {
    isStrong = !text.hasPrefix("W/")
    opaque = isStrong ? text : text.dropFirst(2)
  }

  /// Reads a list, in which a tag may hold commas. What follows a malformed element is left out.
  static func list(_ text: String) -> [EntityTag] {
    var tags: [EntityTag] = []
    var rest = text.utf8[...]
    while true {
      while let byte = rest.first, ASCII.isBlank(byte) || byte == 0x2C { rest.removeFirst() }
      let start = rest.startIndex
      if rest.starts(with: "W/".utf8) { rest.removeFirst(2) }
      guard rest.first == 0x22, let close = rest.dropFirst().firstIndex(of: 0x22) else { return tags }
      let end = rest.index(after: close)
      guard rest[..<end].allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return tags }
      tags.append(EntityTag(text[start..<end]))
      rest = rest[end...]
      while let byte = rest.first, ASCII.isBlank(byte) { rest.removeFirst() }
      guard rest.first == 0x2C else { return tags }
    }
  }
}
