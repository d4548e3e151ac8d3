import HTTP

/// What proxies say of a request is read without a trap, and tells of no client that is a proxy unless all are. The first
/// byte says which field the rest stands in.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = bytes(start, count)
  guard let kind = input.first, let proxies = TrustedProxies("10.0.0.0/8,2001:db8::/32") else { return 0 }
  let names = ["X-Forwarded-For", "Forwarded", "X-Forwarded-Host", "X-Forwarded-Proto"]
  let value = String(decoding: input[1...], as: UTF8.self)
  let peer = PeerAddress(ipv4: 0x0A00_0001, port: 1)
  guard var request = try? Request(.get, "/", headers: [(names[Int(kind) % 4], value)], peer: peer) else { return 0 }
  proxies.apply(to: &request)
  if !proxies.contains(request.peer) {
    // What was read is in the text: an address that nobody wrote would be one made up here.
    require(PeerAddress(text: Array(request.peer.host.utf8))?.host == request.peer.host, "the address of \(value)")
  }
  if let authority = request.forwarded?.authority {
    require(Authority(Array(authority.host.utf8)) != nil, "the host of \(value)")
  }
  var stranger = request
  stranger.peer = PeerAddress(ipv4: 0x0B00_0001, port: 1)
  stranger.forwarded = nil
  proxies.apply(to: &stranger)
  require(stranger.peer.host == "11.0.0.1" && stranger.forwarded == nil, "a stranger is believed \(value)")
  return 0
}
