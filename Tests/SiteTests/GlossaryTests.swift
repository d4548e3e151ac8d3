import Courseware
import Foundation
import Site
import Testing

/// What holds for the course in this repository, beyond what `course check` asks of any.
@Suite("The course's own glossary") struct GlossaryTests {
  private static let course = CourseReader(rules: NoCellRules()).read(
    folder: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Lessons").path
  ).course

  @Test func `leads from each word back to a lesson`() throws {
    let glossary = try #require(Self.course.glossary)
    let terms = glossary.html.components(separatedBy: "<div class=\"heading\">").dropFirst()
    #expect(terms.count == glossary.headings.count)
    #expect(terms.count >= 30)
    for term in terms { #expect(term.contains("href=\"/lessons/"), "\(term.prefix(80))") }
  }

  @Test func `is sorted`() throws {
    // A prefix first: `Idempotent` before `Idempotency key` is how a dictionary has it.
    let initials = try #require(Self.course.glossary).headings.compactMap { $0.text.lowercased().first }
    #expect(initials == initials.sorted())
  }

  @Test func `holds every word that a lesson explains as a term of its own`() throws {
    let glossary = try #require(Self.course.glossary)
    let linked = Self.course.lessons.flatMap(\.links).filter { $0.path == "/glossary" }.compactMap(\.fragment)
    #expect(Set(linked).isSubset(of: glossary.anchors))
    #expect(Set(linked).count >= 20)
  }
}
