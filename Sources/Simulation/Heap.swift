/// A binary heap: the smallest element first.
struct Heap<Element: Comparable> {
  private var elements: [Element] = []

  var first: Element? { elements.first }
  var count: Int { elements.count }

  mutating func push(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      if elements[parent] <= element { break }
      elements[child] = elements[parent]
      child = parent
    }
    elements[child] = element
  }

  mutating func pop() -> Element? {
    guard let first = elements.first, let last = elements.popLast() else { return nil }
    if elements.isEmpty { return first }
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < elements.count else { break }
      if child + 1 < elements.count, elements[child + 1] < elements[child] { child += 1 }
      if last <= elements[child] { break }
      elements[parent] = elements[child]
      parent = child
    }
    elements[parent] = last
    return first
  }
}
