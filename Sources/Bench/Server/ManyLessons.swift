/// A folder of made-up lessons that hold all that a lesson may, each about as long as the course's own.
enum ManyLessons {
  /// Writes a folder below another.
  static func write(_ count: Int, into folder: TemporaryFolder, _ name: String) throws(BenchFailure) {
    try folder.makeFolder(name)
    for number in 0..<count {
      try folder.write("\(name)/\(digits(number))-lesson-\(number).md", lesson(number, of: count))
    }
  }

  private static func digits(_ number: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: 3 - text.count) + text
  }

  private static func lesson(_ number: Int, of count: Int) -> String {
    var words = Words(seed: number)
    let other = (number + 1) % count
    var text = """
      ---
      title: "Lesson \(number)"
      summary: "\(words.sentence())"
      order: \(number)
      minutes: 10
      ---

      """
    for section in 0..<5 {
      text += "\n## Part \(section): \(words.some(3))\n\n\(words.paragraph())\n\n\(words.paragraph())\n"
      switch section {
      case 0: text += quiz(&words)
      case 1: text += table(&words)
      case 2: text += code
      case 3: text += experiment(number)
      default:
        text +=
          "\nThe wait is $w = \\min(c, b \\cdot 2^n)$; more in [lesson \(other)](\(digits(other))-lesson-\(other).md).\n"
      }
      text += "\n\(words.paragraph())\n"
    }
    return text
  }

  private static func quiz(_ words: inout Words) -> String {
    """

    ```quiz
    {
      "question": "\(words.sentence())",
      "choices": [
        {"text": "\(words.sentence())", "right": true, "why": "\(words.sentence())"},
        {"text": "\(words.sentence())", "why": "\(words.sentence())"},
        {"text": "\(words.sentence())", "why": "\(words.sentence())"}
      ],
      "explanation": "\(words.sentence())"
    }
    ```

    """
  }

  private static func table(_ words: inout Words) -> String {
    let rows = (0..<6).map { _ in "| \(words.some(2)) | \(words.some(2)) | **\(words.some(1))** | `\(words.some(1))` |"
    }
    return "\n| a | b | c | d |\n| --- | --- | --- | --- |\n\(rows.joined(separator: "\n"))\n"
  }

  private static let code = """

    ```swift
    func wait(_ attempt: Int, using generator: inout some RandomNumberGenerator) -> Duration {
      let ceiling = min(cap, base * (1 << attempt))  // doubles until the cap
      return ceiling * Double.random(in: 0...1, using: &generator)
    }
    ```

    """

  private static func experiment(_ number: Int) -> String {
    """

    ```experiment jitter-histogram
    {
      "id": "herd",
      "title": "A thousand clients fail together",
      "parameters": {"clients": 1000, "strategy": ["exponential", "full"], "seed": \(number + 1)},
      "adjust": {"clients": {"min": 100, "max": 10000, "step": 100}, "strategy": {}},
      "predict": {"ask": "How many arrive in the busiest 10 ms?", "unit": "requests", "value": "series[full].peak"},
      "view": "histogram",
      "claims": [{"value": "series[exponential].peak", "equals": 1000}]
    }
    ```

    """
  }
}

/// Sentences of the course's words in no order that makes sense, the same for the same seed.
private struct Words {
  private var state: UInt64

  private static let all = [
    "a", "the", "client", "server", "waits", "retry", "budget", "fails", "again", "request", "answer", "slice", "herd",
    "jitter", "before", "capacity", "and", "doubles", "its", "cap", "after", "deadline", "served", "every", "refused",
  ]

  init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func some(_ count: Int) -> String {
    (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Words.all[Int(truncatingIfNeeded: state >> 33) % Words.all.count]
    }.joined(separator: " ")
  }

  mutating func sentence() -> String { some(12) + "." }

  mutating func paragraph() -> String { (0..<5).map { _ in "The \(some(14)), *\(some(2))*." }.joined(separator: " ") }
}
