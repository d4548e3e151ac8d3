/// A sum over the last so many microseconds, in ten slices: what is older is forgotten a slice at a time.
@usableFromInline
struct TokenWindow: Sendable, Equatable {
  private static let slices = 10
  private let sliceMicroseconds: Int64
  private var sums = [Int64](repeating: 0, count: TokenWindow.slices)
  /// The newest slice, counted from time zero.
  private var newest: Int64 = 0
  private var total: Int64 = 0

  init(lengthMicroseconds: Int64) {
    sliceMicroseconds = max(1, lengthMicroseconds / Int64(TokenWindow.slices))
  }

  @usableFromInline
  mutating func add(_ amount: Int64, at now: Int64) {
    advance(to: now)
    sums[Int(newest % Int64(TokenWindow.slices))] += amount
    total += amount
  }

  @usableFromInline
  mutating func sum(at now: Int64) -> Int64 {
    advance(to: now)
    return total
  }

  /// The same without forgetting what is older.
  func remembered(at now: Int64) -> Int64 {
    var copy = self
    return copy.sum(at: now)
  }

  private mutating func advance(to now: Int64) {
    let slice = max(0, now) / sliceMicroseconds
    guard slice > newest else { return }
    for passed in 0..<min(slice - newest, Int64(TokenWindow.slices)) {
      let index = Int((slice - passed) % Int64(TokenWindow.slices))
      total -= sums[index]
      sums[index] = 0
    }
    newest = slice
  }
}
