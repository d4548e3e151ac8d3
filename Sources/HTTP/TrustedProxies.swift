/// The proxies whose word is taken for where a request comes from. A field that says so is worth no more than whoever sent
/// it: it is read only if the connection comes from one of these, and only as far back as there are more of them.
package struct TrustedProxies: Sendable, Equatable {
  /// A range of addresses: all that agree with one in its first bits.
  private struct Network: Sendable, Equatable {
    let high: UInt64
    let low: UInt64
    let bits: Int

    func contains(_ peer: PeerAddress) -> Bool {
      let highMask: UInt64 = bits >= 64 ? .max : bits == 0 ? 0 : .max << UInt64(64 - bits)
      let lowMask: UInt64 = bits >= 128 ? .max : bits <= 64 ? 0 : .max << UInt64(128 - bits)
      return (peer.high ^ high) & highMask == 0 && (peer.low ^ low) & lowMask == 0
    }
  }

  private var networks: [Network] = []

  package init() {}

  package var isEmpty: Bool { networks.isEmpty }

  /// Reads `ADDRESS` or `ADDRESS/BITS`, by commas.
  /// - Returns: nil if one of them is neither.
  package init?(_ text: String) {
    for part in text.utf8.split(separator: 0x2C) {
      let pieces = part.filter { !ASCII.isBlank($0) }.split(separator: 0x2F, omittingEmptySubsequences: false)
      guard (1...2).contains(pieces.count), let address = PeerAddress(text: Array(pieces[0])) else { return nil }
      let most = address.isIPv4 ? 32 : 128
      var bits = most
      if pieces.count == 2 {
        guard let number = try? RequestParser.decimal(ArraySlice(pieces[1])), number <= most else { return nil }
        bits = number
      }
      networks.append(Network(high: address.high, low: address.low, bits: bits + 128 - most))
    }
    guard !networks.isEmpty else { return nil }
  }

  package func contains(_ peer: PeerAddress) -> Bool { networks.contains { $0.contains(peer) } }

  /// Puts what trusted proxies say of the request in the place of what the connection tells: `X-Forwarded-For`, `-Proto`
  /// and `-Host`, or, if there is none of them, `Forwarded` (RFC 7239).
  package func apply(to request: inout Request) {
    guard !networks.isEmpty, contains(request.peer) else { return }
    request.isFromProxy = true
    let fields = request.headers
    let said =
      ["X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"].contains(where: fields.contains)
      ? TrustedProxies.separate(fields) : TrustedProxies.forwarded(fields)
    // From the last hop back to the first that is no proxy of ours. What cannot be read hides whatever lies behind it.
    for hop in said.hops.reversed() {
      guard contains(request.peer), let address = hop else { break }
      request.peer = address
    }
    if said.scheme != nil || said.host != nil {
      request.forwarded = Request.Forwarded(isSecure: said.scheme == "https", authority: said.host)
    }
  }

  /// What proxies say: where the request has been, nil for what is no address; and how the first of them was spoken to.
  private struct Account {
    var hops: [PeerAddress?] = []
    var scheme: String?
    var host: Authority?
  }

  /// These know no quoted strings: a quote is what some client sent, and hides no comma that a proxy has added.
  private static func separate(_ fields: HeaderFields) -> Account {
    func elements(_ name: String) -> [[UInt8]] {
      fields.values(of: name).flatMap { FieldValue.split($0.utf8, by: 0x2C, mindsQuotes: false) }
    }
    return Account(
      hops: elements("X-Forwarded-For").map { PeerAddress(text: $0) },
      scheme: elements("X-Forwarded-Proto").last.map { String(decoding: $0.map(ASCII.lowercased), as: UTF8.self) },
      host: elements("X-Forwarded-Host").last.flatMap { Authority($0) })
  }

  private static func forwarded(_ fields: HeaderFields) -> Account {
    var account = Account()
    for element in fields.values(of: "Forwarded").flatMap({ FieldValue.split($0.utf8, by: 0x2C) }) {
      var hop: PeerAddress?
      for pair in FieldValue.split(element, by: 0x3B) {
        guard let equals = pair.firstIndex(of: 0x3D) else { continue }
        let value = FieldValue.unquoted(Array(pair[(equals + 1)...]))
        switch String(decoding: pair[..<equals].map(ASCII.lowercased), as: UTF8.self) {
        case "for": hop = PeerAddress(text: value)
        case "proto": account.scheme = String(decoding: value.map(ASCII.lowercased), as: UTF8.self)
        case "host": account.host = Authority(value)
        default: break
        }
      }
      account.hops.append(hop)
    }
    return account
  }
}
