/// Elements of several owners, taken in turns: who has many waiting holds nobody else up. Each owner's own come in order.
package struct FairQueue<Owner: Hashable & Sendable, Element: Sendable>: Sendable {
  private var lanes: [Owner: FIFO<Element>] = [:]
  /// Owners with something waiting, in the order of their turns.
  private var turns = FIFO<Owner>()
  private var taken: [Owner: Int] = [:]
  /// How many wait.
  package private(set) var count = 0

  package init() {}

  /// How many of an owner's wait.
  package func count(of owner: Owner) -> Int { lanes[owner]?.count ?? 0 }

  package mutating func append(_ element: Element, of owner: Owner) {
    if lanes[owner] == nil { turns.append(owner) }
    lanes[owner, default: FIFO()].append(element)
    count += 1
  }

  /// Takes the next of the owner whose turn it is. Tell `finish` when it is done.
  /// - Parameter admits: False passes an owner over; it is told how many of the owner's wait, and how many were taken
  ///   that are not done.
  package mutating func take(
    where admits: (_ waiting: Int, _ taken: Int) -> Bool = { _, _ in true }
  ) -> (owner: Owner, element: Element)? {
    for _ in 0..<turns.count {
      guard let owner = turns.popFirst() else { return nil }
      guard admits(count(of: owner), taken[owner, default: 0]), let element = lanes[owner]?.popFirst() else {
        turns.append(owner)
        continue
      }
      if lanes[owner]?.isEmpty == true { lanes[owner] = nil } else { turns.append(owner) }
      taken[owner, default: 0] += 1
      count -= 1
      return (owner, element)
    }
    return nil
  }

  /// One that an owner took is done.
  package mutating func finish(_ owner: Owner) {
    let left = taken[owner, default: 1] - 1
    taken[owner] = left > 0 ? left : nil
  }
}

/// First in, first out, at a constant cost each.
package struct FIFO<Element: Sendable>: Sendable {
  private var elements: [Element?] = []
  private var head = 0

  package init() {}

  package var count: Int { elements.count - head }
  package var isEmpty: Bool { count == 0 }
  package var first: Element? { isEmpty ? nil : elements[head] }

  package mutating func append(_ element: Element) { elements.append(element) }

  package mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head]
    elements[head] = nil
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 64, head * 2 > elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}
