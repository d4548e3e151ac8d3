/// Where a connection comes from: an IPv6 address, or an IPv4 one mapped into it (RFC 4291 §2.5.5.2), and a port.
package struct PeerAddress: Sendable, Hashable {
  /// The address's 16 bytes as two numbers in network order.
  package let high: UInt64
  package let low: UInt64
  package let port: UInt16

  package init(high: UInt64, low: UInt64, port: UInt16) {
    self.high = high
    self.low = low
    self.port = port
  }

  /// An IPv4 address, its first byte in the highest bits.
  package init(ipv4: UInt32, port: UInt16) {
    self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(ipv4), port: port)
  }

  package static let loopback = PeerAddress(ipv4: 0x7F00_0001, port: 0)

  package var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

  /// True for 127.0.0.0/8 and ::1.
  package var isLoopback: Bool {
    isIPv4 ? (low >> 24) & 0xFF == 127 : high == 0 && low == 1
  }

  /// The address as text, without the port: `127.0.0.1`, `2001:db8:0:0:0:0:0:1`.
  package var host: String {
    if isIPv4 {
      return stride(from: 24, through: 0, by: -8).map { String((low >> UInt64($0)) & 0xFF) }.joined(separator: ".")
    }
    return [high, low].flatMap { half in
      stride(from: 48, through: 0, by: -16).map { String((half >> UInt64($0)) & 0xFFFF, radix: 16) }
    }.joined(separator: ":")
  }
}
