/// Points as they stand in a gradebook of Canvas. What could be two numbers is none.
enum CanvasPoints {
  /// Hundredths from digits, and more of them behind a full stop: `10`, `10.0`. Thousands may be set apart where a full
  /// stop follows, `1,000.00`; `1,000` might be one as well. Where fields are not parted by commas, a comma may stand for
  /// the full stop, `10,5`; three digits behind either might be thousands there.
  /// - Returns: Nil for anything else, for what is finer than a hundredth, and from 1,000,000,000 points on.
  static func hundredths(_ text: String, separator: UInt8) -> Int? {
    let zero = UInt8(ascii: "0")
    let comma = UInt8(ascii: ",")
    let stop = UInt8(ascii: ".")
    let digits = zero...UInt8(ascii: "9")
    let bytes = Array(text.utf8)
    let mark = separator != comma && !bytes.contains(stop) ? comma : stop
    let parts = bytes.split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
    let groups = parts[0].split(separator: comma, omittingEmptySubsequences: false)
    if groups.count > 1 {
      guard parts.count == 2, groups[0].first != zero, (1...3).contains(groups[0].count) else { return nil }
      guard groups.dropFirst().allSatisfy({ $0.count == 3 }) else { return nil }
    }
    let whole = Array(groups.joined())
    guard (1...9).contains(whole.count), whole.allSatisfy({ digits.contains($0) }) else { return nil }
    let decimals = parts.count == 2 ? Array(parts[1]) : [zero]
    guard !decimals.isEmpty, decimals.allSatisfy({ digits.contains($0) }) else { return nil }
    guard decimals.dropFirst(2).allSatisfy({ $0 == zero }) else { return nil }
    if separator != comma, decimals.count == 3 { return nil }
    let places = decimals + [zero]
    return (whole + [places[0], places[1]]).reduce(0) { $0 * 10 + Int($1 - zero) }
  }
}
