/// Full text of a course by section, ranked, made once and then only read.
///
/// Ranking is BM25F (Zaragoza et al., TREC 2004): how often a word stands in a section against the section's length,
/// more if it stands in a heading or a title, and how rare it is among all sections.
package struct SearchIndex: Sendable {
  /// A section: what a hit leads to.
  struct Entry {
    var address: String
    /// The lesson's title, or the glossary's.
    var page: String
    /// Empty for a lesson's beginning.
    var heading: String
    var text: String
    /// The heading's words and the text's, in order, as numbers of words.
    var headingWords: [Int32]
    var textWords: [Int32]
  }

  struct Posting {
    var entry: Int32
    /// How often, weighed by field and by the field's length.
    var weight: Float
  }

  private(set) var entries: [Entry] = []
  /// Every word's number.
  private(set) var numbers: [String: Int32] = [:]
  /// The words, sorted, for finding those that begin alike.
  private(set) var sorted: [(word: String, number: Int32)] = []
  private(set) var byStem: [String: [Int32]] = [:]
  private(set) var postings: [[Posting]] = []

  package init(_ course: Course) {
    for lesson in course.lessons {
      let address = "/lessons/\(lesson.slug)"
      let opening = lesson.sections.first { $0.heading == nil }?.text ?? ""
      add(address: address, page: lesson.title, heading: "", text: lesson.summary + " " + opening)
      for section in lesson.sections {
        guard let heading = section.heading else { continue }
        add(address: "\(address)#\(heading.id)", page: lesson.title, heading: heading.text, text: section.text)
      }
    }
    for section in course.glossary?.sections ?? [] {
      guard let heading = section.heading else { continue }
      add(address: "/glossary#\(heading.id)", page: "Glossary", heading: heading.text, text: section.text)
    }
    makePostings()
  }

  private mutating func add(address: String, page: String, heading: String, text: String) {
    entries.append(
      Entry(
        address: address, page: page, heading: heading, text: text, headingWords: numbered(heading),
        textWords: numbered(text)))
  }

  private mutating func numbered(_ text: String) -> [Int32] {
    SearchWords.split(text).map { word in
      if let number = numbers[word.folded] { return number }
      let number = Int32(numbers.count)
      numbers[word.folded] = number
      return number
    }
  }

  // MARK: Weights

  private enum Weight {
    static let text: Float = 1
    static let heading: Float = 5
    /// A lesson's title at its beginning, and in its other sections, where it only helps to tell them apart.
    static let title: Float = 6
    static let titleElsewhere: Float = 0.4
    /// How much a field's length counts (BM25's b).
    static let length: Float = 0.75
  }

  private mutating func makePostings() {
    let titles = entries.map { numbered($0.page) }
    let total = entries.reduce(0) { $0 + $1.textWords.count }
    let averageLength = max(Float(total) / Float(max(entries.count, 1)), 1)
    postings = Array(repeating: [], count: numbers.count)
    for (index, entry) in entries.enumerated() {
      var weights: [Int32: Float] = [:]
      let normal = 1 - Weight.length + Weight.length * Float(entry.textWords.count) / averageLength
      for word in entry.textWords { weights[word, default: 0] += Weight.text / normal }
      for word in entry.headingWords { weights[word, default: 0] += Weight.heading }
      let title = entry.heading.isEmpty ? Weight.title : Weight.titleElsewhere
      for word in titles[index] { weights[word, default: 0] += title }
      for (word, weight) in weights { postings[Int(word)].append(Posting(entry: Int32(index), weight: weight)) }
    }
    sorted = numbers.map { (word: $0.key, number: $0.value) }.sorted { $0.word < $1.word }
    for (word, number) in sorted { byStem[SearchWords.stem(word), default: []].append(number) }
  }
}
