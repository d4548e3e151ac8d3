extension PeerAddress {
  /// Reads an address as proxies write it: IPv4 or IPv6, the latter perhaps in brackets, with or without a port.
  /// - Returns: nil for anything else, such as a name.
  package init?(text bytes: [UInt8]) {
    var address = bytes[...]
    var port: UInt16 = 0
    if address.first == 0x5B {
      guard let close = address.firstIndex(of: 0x5D) else { return nil }
      let rest = address[(close + 1)...]
      address = address[1..<close]
      if !rest.isEmpty {
        guard rest.first == 0x3A, let number = PeerAddress.port(rest.dropFirst()) else { return nil }
        port = number
      }
    } else if let colon = address.firstIndex(of: 0x3A), !address[(colon + 1)...].contains(0x3A) {
      guard let number = PeerAddress.port(address[(colon + 1)...]) else { return nil }
      port = number
      address = address[..<colon]
    }
    if !address.contains(0x3A) {
      guard let number = IPv6.ipv4(address) else { return nil }
      self.init(ipv4: number, port: port)
      return
    }
    guard let (high, low) = IPv6.halves(Array(address)) else { return nil }
    self.init(high: high, low: low, port: port)
  }

  private static func port(_ digits: ArraySlice<UInt8>) -> UInt16? {
    (try? RequestParser.decimal(digits)).flatMap { UInt16(exactly: $0) }
  }
}

extension IPv6 {
  /// The number that four decimal parts stand for; nil if they are none.
  static func ipv4(_ bytes: ArraySlice<UInt8>) -> UInt32? {
    guard isIPv4(bytes) else { return nil }
    return bytes.split(separator: 0x2E).reduce(0) { number, part in
      number << 8 | part.reduce(0) { $0 * 10 + UInt32($1 &- 0x30) }
    }
  }

  /// The two halves of an address; nil if it is none.
  static func halves(_ bytes: [UInt8]) -> (UInt64, UInt64)? {
    guard isAddress(bytes) else { return nil }
    var groups: [[UInt16]] = [[]]
    var rest = bytes[...]
    while !rest.isEmpty {
      if rest.first == 0x3A {
        rest = rest.dropFirst()
        if rest.first == 0x3A {
          rest = rest.dropFirst()
          groups.append([])
        }
        continue
      }
      let end = rest.firstIndex(of: 0x3A) ?? rest.endIndex
      let group = rest[..<end]
      if let number = ipv4(group) {
        groups[groups.count - 1] += [UInt16(number >> 16), UInt16(truncatingIfNeeded: number)]
      } else {
        groups[groups.count - 1].append(group.reduce(0) { $0 << 4 | UInt16(ASCII.hexadecimal($1) ?? 0) })
      }
      rest = rest[end...]
    }
    let first = groups[0]
    let last = groups.count > 1 ? groups[1] : []
    let all = first + Array(repeating: 0, count: 8 - first.count - last.count) + last
    return (all[..<4].reduce(0) { $0 << 16 | UInt64($1) }, all[4...].reduce(0) { $0 << 16 | UInt64($1) })
  }
}
