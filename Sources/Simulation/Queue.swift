/// First in, first out, in a ring that grows as needed. Elements are numbered in the order in which they came, and those
/// that are still there can be reached by their number.
struct Queue<Element> {
  private var ring: [Element?] = Array(repeating: nil, count: 16)
  /// The number of the first element that is still there.
  private(set) var firstNumber = 0
  /// The number that the next element gets.
  private(set) var nextNumber = 0

  var count: Int { nextNumber - firstNumber }

  var first: Element? { count > 0 ? ring[firstNumber & (ring.count - 1)] : nil }

  /// The element with that number, or nil if it has left or not come yet.
  subscript(number: Int) -> Element? {
    get { number >= firstNumber && number < nextNumber ? ring[number & (ring.count - 1)] : nil }
    set { if number >= firstNumber && number < nextNumber { ring[number & (ring.count - 1)] = newValue } }
  }

  mutating func push(_ element: Element) {
    if count == ring.count { grow() }
    ring[nextNumber & (ring.count - 1)] = element
    nextNumber += 1
  }

  mutating func pop() -> Element? {
    guard let element = first else { return nil }
    firstNumber += 1
    return element
  }

  private mutating func grow() {
    var larger: [Element?] = Array(repeating: nil, count: 2 * ring.count)
    for number in firstNumber..<nextNumber { larger[number & (larger.count - 1)] = ring[number & (ring.count - 1)] }
    ring = larger
  }
}
