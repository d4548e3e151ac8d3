import Courseware
import Testing

@Suite("Search") struct Search {
  static let index: SearchIndex = {
    func file(_ name: String, _ title: String, order: Int, _ text: String) -> CourseReader.File {
      let matter = "---\ntitle: \"\(title)\"\nsummary: About \(title).\norder: \(order)\nminutes: 3\n---\n"
      return CourseReader.File(name: name, bytes: Array((matter + text).utf8))
    }
    let filler = "Nothing in this paragraph is of interest to anybody who looks for something else. "
    let reading = CourseReader(rules: NoCellRules()).read(
      [
        file(
          "01-wait.md", "How long to wait: backoff and jitter", order: 1,
          """
          A herd of clients.

          ## Full jitter

          Each client draws its own wait. \(filler)\(filler)

          ## At the cap

          \(filler)Here jitter is only mentioned once. \(filler)The header `Retry-After` is honoured. <b>&amp; more.

          ### Größe & Maß

          A café has a naïve façade.
          """),
        file(
          "02-stop.md", "When to stop", order: 2,
          "Budgets stop retries.\n\n## Retry budget\n\nA token bucket: each retry spends one token."),
        CourseReader.File(
          name: "glossary.md", bytes: Array("## Jitter\n\nChance in a wait.\n\n## Token bucket\n\nA budget.".utf8)),
      ], folder: "L")
    return SearchIndex(reading.course)
  }()

  @Test func `shows formulas in plain characters`() {
    let lesson = """
      ---
      title: T
      summary: S.
      order: 1
      minutes: 1
      ---
      ## Rule

      Wait $\\min(\\text{cap},\\ \\text{base} \\cdot 2^n)$ at most; see $t_{50}$.
      """
    let reading = CourseReader(rules: NoCellRules()).read(
      [CourseReader.File(name: "01-t.md", bytes: Array(lesson.utf8))], folder: "L")
    let index = SearchIndex(reading.course)
    let excerpt = index.search("cap").first?.excerpt.map(\.text).joined()
    #expect(excerpt == "Wait min(cap, base ⋅ 2^n) at most; see t50.")
    #expect(index.search("t50").count == 1)
    #expect(index.search("text").isEmpty)
  }

  private func addresses(_ query: String) -> [String] { Search.index.search(query).map(\.address) }

  @Test(arguments: [
    ("jitter", "/glossary#jitter"), ("full jitter", "/lessons/wait#full-jitter"),
    ("JITTER full", "/lessons/wait#full-jitter"),
    ("backoff", "/lessons/wait"), ("token bucket", "/glossary#token-bucket"),
    ("retry budget", "/lessons/stop#retry-budget"),
    ("retry budgets", "/lessons/stop#retry-budget"), ("retry-after", "/lessons/wait#at-the-cap"),
    ("cafe", "/lessons/wait#größe--maß"),
    ("CAFÉ", "/lessons/wait#größe--maß"), ("facade naive", "/lessons/wait#größe--maß"),
    ("grosse", "/lessons/wait#größe--maß"),
    ("when to stop", "/lessons/stop"),
  ])
  func `finds the best first`(query: String, address: String) {
    #expect(addresses(query).first == address)
  }

  @Test(arguments: [
    ("buck", "/glossary#token-bucket"), ("hono", "/lessons/wait#at-the-cap"), ("bucet", "/glossary#token-bucket"),
    ("jiter", "/glossary#jitter"),
  ])
  func `finds beginnings and slips of the finger`(query: String, address: String) {
    #expect(addresses(query).first == address)
  }

  @Test func `wants all words, or else most of them`() {
    #expect(addresses("client draws").allSatisfy { $0 == "/lessons/wait#full-jitter" })
    #expect(addresses("client xyzzyq") == addresses("client"))
    #expect(addresses("xyzzyq") == [])
  }

  @Test(arguments: ["", "   ", "?!", "-", "\u{0}", "\u{301}"])
  func `of nothing finds nothing`(query: String) {
    #expect(addresses(query) == [])
  }

  @Test func `shows where it was found`() throws {
    let hit = try #require(Search.index.search("honoured header").first)
    #expect(hit.page == "How long to wait: backoff and jitter")
    #expect(hit.heading == "At the cap")
    #expect(hit.excerpt.filter(\.isMatch).map(\.text) == ["header", "honoured"])
    #expect(hit.excerpt.first?.text.hasPrefix("… ") == true)
    #expect(hit.excerpt.map(\.text).joined().contains("The header Retry-After is honoured. <b>& more."))
    let words = hit.excerpt.map(\.text).joined().split(separator: " ")
    #expect(words.count < 45)
  }

  @Test func `shows the beginning where only the heading matched`() throws {
    let hit = try #require(Search.index.search("full").first { $0.heading == "Full jitter" })
    #expect(hit.excerpt.first?.text.hasPrefix("Each client draws") == true)
  }

  @Test func `is bounded`() {
    #expect(Search.index.search(String(repeating: "retry jitter wait ", count: 10_000)).count <= 20)
    #expect(Search.index.search("jitter", limit: 1).count == 1)
    #expect(Search.index.search("jitter", limit: -1).count == 0)
  }

  @Test func `of an empty course finds nothing`() {
    #expect(SearchIndex(Course(lessons: [])).search("a") == [])
  }
}
