import HTTP
import Testing

@Suite("The parser's outcome does not depend on how the bytes are cut")
struct ParserCaseTests {
  @Test(arguments: HTTPCase.all)
  func cutAtEveryByte(_ one: HTTPCase) {
    let bytes = one.bytes
    let whole = ParserOutcome([bytes[...]])
    let single = ParserOutcome(bytes.indices.map { bytes[$0...$0] })
    #expect(whole == single)
    guard bytes.count < 2000 else { return }
    for cut in bytes.indices {
      #expect(ParserOutcome([bytes[..<cut], bytes[cut...]]) == whole, "cut at \(cut)")
    }
  }

  /// Changes bytes of the cases at random, always in the same way, and tries the results whole and cut.
  @Test(arguments: 0..<8)
  func changedAtRandom(_ share: Int) {
    var draws = Draws(state: UInt64(share) &+ 1)
    var limits = ParserLimits()
    limits.requestLine = 200
    limits.fields = 400
    limits.fieldCount = 12
    limits.body = 300
    let seeds = HTTPCase.all.map(\.bytes).filter { $0.count > 1 && $0.count < 3000 }
    for round in 0..<1500 {
      var bytes = seeds[draws.below(seeds.count)]
      if draws.below(4) == 0 { bytes += seeds[draws.below(seeds.count)] }
      for _ in 0...draws.below(4) { draws.change(&bytes) }
      let whole = ParserOutcome([bytes[...]], limits: limits)
      let cut = draws.below(bytes.count + 1)
      let second = cut + draws.below(bytes.count - cut + 1)
      #expect(
        ParserOutcome([bytes[..<cut], bytes[cut..<second], bytes[second...]], limits: limits) == whole,
        "round \(round), cut at \(cut) and \(second): \(bytes)")
      #expect(
        ParserOutcome(bytes.indices.map { bytes[$0...$0] }, limits: limits) == whole, "round \(round): \(bytes)")
    }
  }
}

/// SplitMix64.
private struct Draws {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(max(1, bound)))
  }

  mutating func change(_ bytes: inout [UInt8]) {
    let telling: [UInt8] = [0, 9, 10, 13, 32, 34, 37, 44, 46, 47, 48, 58, 59, 61, 92, 127, 128, 255]
    let place = below(bytes.count)
    switch below(6) {
    case 0: bytes[place] = UInt8(below(256))
    case 1: bytes[place] = telling[below(telling.count)]
    case 2: bytes.insert(telling[below(telling.count)], at: place)
    case 3: if bytes.count > 1 { bytes.remove(at: place) }
    case 4:
      let end = min(bytes.count, place + 1 + below(20))
      bytes.insert(contentsOf: bytes[place..<end], at: below(bytes.count))
    default: bytes.removeSubrange(place..<max(place, min(bytes.count - 1, place + below(20))))
    }
  }
}
