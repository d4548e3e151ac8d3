/// What an author's link or image points at.
enum LinkTarget: Equatable {
  /// Another server, or a mail address, written as it may stand in HTML before escaping.
  case elsewhere([UInt8])
  /// This server: the address to write; the path without query, empty for the same page; the anchor.
  case here(address: [UInt8], path: String, fragment: String?)
  /// An address that is not let through.
  case refused(scheme: String)

  /// The schemes that a link may have.
  static let schemes = ["http", "https", "mailto"]

  /// - Parameter written: The address as Markdown gave it, its character references decoded.
  init(_ written: [UInt8]) {
    // Browsers drop control characters before they look for the scheme, so they are dropped before we look.
    let address = Array(written.filter { $0 >= 0x20 && $0 != 0x7F }.trimmed)
    let end = address.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    if let colon = address[..<(end ?? address.count)].firstIndex(of: UInt8(ascii: ":")) {
      let scheme = address[..<colon].map(\.lowercased).text
      self = LinkTarget.schemes.contains(scheme) ? .elsewhere(address) : .refused(scheme: scheme)
    } else if address.starts(with: "//".utf8) {
      self = .elsewhere(address)
    } else {
      self = LinkTarget.local(address)
    }
  }

  private static func local(_ address: [UInt8]) -> LinkTarget {
    let hash = address.firstIndex(of: UInt8(ascii: "#"))
    let front = address[..<(hash ?? address.count)]
    let query = front.firstIndex(of: UInt8(ascii: "?")) ?? front.endIndex
    let path = percentDecoded(front[..<query])
    let fragment = hash.map { percentDecoded(address[($0 + 1)...]).text }
    guard let page = page(ofFile: path) else { return .here(address: address, path: path.text, fragment: fragment) }
    return .here(address: Array(page.utf8) + address[query...], path: page, fragment: fragment)
  }

  /// `05-how-long-to-wait.md` is how a lesson is named in the repository, where its links work too.
  private static func page(ofFile path: [UInt8]) -> String? {
    let name = path.starts(with: "./".utf8) ? path[2...] : path[...]
    if name.elementsEqual("glossary.md".utf8) { return "/glossary" }
    return lessonSlug(ofFile: name).map { "/lessons/\($0)" }
  }

  private static func percentDecoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2, let value = UInt8(hexadecimal: rest.prefix(2)) {
        decoded.append(value)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return decoded
  }
}

extension UInt8 {
  /// The value of two hexadecimal digits.
  fileprivate init?(hexadecimal digits: some Collection<UInt8>) {
    var value: UInt8 = 0
    for digit in digits {
      let low = digit.lowercased
      switch low {
      case _ where digit.isDigit: value = value << 4 | (digit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | (low - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    self = value
  }
}

/// The slug in a file name such as `05-how-long-to-wait.md`, or nil if the name is of another form.
func lessonSlug(ofFile name: some Collection<UInt8>) -> String? {
  let digits = name.prefix { $0.isDigit }
  let rest = name.dropFirst(digits.count)
  guard !digits.isEmpty, rest.first == UInt8(ascii: "-"), rest.count > 4 else { return nil }
  let slug = rest.dropFirst().dropLast(3)
  guard rest.suffix(3).elementsEqual(".md".utf8), isSlug(slug) else { return nil }
  return slug.text
}
