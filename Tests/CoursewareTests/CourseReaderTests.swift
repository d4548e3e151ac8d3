import Courseware
import Foundation
import Testing

/// A server with two pages, one experiment and nothing else.
private struct Rules: CellRules {
  func faults(in cell: ExperimentCell) -> [CellFault] {
    cell.experiment == "herd" ? [] : [CellFault("There is no experiment `\(cell.experiment)`.")]
  }
  func fault(inExercise id: String) -> String? { nil }
  func lesson(ofExercise id: String) -> String? { id.hasPrefix("of-") ? String(id.dropFirst(3)) : nil }
  func hasExperiment(_ id: String) -> Bool { id == "herd" }
  func hasPage(_ path: String) -> Bool { ["/experiments", "/static/a.svg"].contains(path) }
}

private func file(_ name: String, order: Int, _ text: String) -> CourseReader.File {
  let matter = "---\ntitle: \(name)\nsummary: S\norder: \(order)\nminutes: 3\n---\n"
  return CourseReader.File(name: name, bytes: Array((matter + text).utf8))
}

private func read(_ files: [CourseReader.File]) -> CourseReader.Reading {
  CourseReader(rules: Rules()).read(files, folder: "L")
}

@Suite("A folder of lessons") struct FolderOfLessons {
  @Test func `is sorted by order`() {
    let reading = read([
      file("01-b.md", order: 20, "x"), file("02-c.md", order: 3, "y"),
      CourseReader.File(name: "README.md", bytes: Array("# About".utf8)),
      CourseReader.File(
        name: "glossary.md", bytes: Array("# Glossary\n\n## Backoff\n\nWaiting, see [b](01-b.md).".utf8)),
    ])
    #expect(reading.findings == [])
    #expect(reading.course.lessons.map(\.slug) == ["c", "b"])
    #expect(reading.course["b"]?.file == "L/01-b.md")
    #expect(reading.course.glossary?.headings.map(\.id) == ["backoff"])
    #expect(reading.course.glossary?.html.contains("Glossary") == false)
  }

  @Test func `finds orders and addresses used twice`() {
    let reading = read([file("01-a.md", order: 1, "x"), file("02-b.md", order: 1, "y"), file("03-a.md", order: 3, "z")])
    #expect(
      reading.findings.map(\.description) == [
        "L/02-b.md:4: `order: 1` is that of 01-a.md too. Give each lesson its own.",
        "L/03-a.md:1: The address `/lessons/a` is that of 01-a.md too. Rename one of the files.",
      ])
  }

  @Test func `keeps an exercise to its lesson`() {
    let reading = read([
      file("01-a.md", order: 1, "```exercise of-a\n```\n\n```exercise of-b\n```\n"),
      file("02-b.md", order: 2, "```exercise of-elsewhere\n```\n\n```exercise any\n```\n"),
      file("03-c.md", order: 3, "```exercise any\n```\n"),
    ])
    #expect(
      reading.findings.map(\.description) == [
        "L/01-a.md:10: The exercise `of-b` belongs to the lesson `b`. Move it there.",
        "L/03-c.md:7: The exercise `any` stands in the lesson `b` too. Remove one of them.",
      ])
  }

  @Test(
    arguments: [
      ("[x](02-b.md)", nil), ("[x](02-b.md#there)", nil), ("[x](/lessons/b#there)", nil), ("[x](#here)", nil),
      ("[x](#)", nil),
      ("[x](/)", nil), ("[x](/experiments/herd)", nil), ("[x](/experiments/herd?clients=5#a)", nil),
      ("[x](/experiments)", nil),
      ("[x](/glossary#jitter)", nil), ("[x](https://a.b/c#d)", nil), ("![x](/static/a.svg)", nil), ("[x](#cell)", nil),
      ("[x](/lessons/b#caf%C3%A9)", nil), ("[x](01-a.md#here)", nil),
      ("[x](03-c.md)", "`03-c.md` leads to no lesson. The nearest is `a`."),
      ("[x](/lessons/bb)", "`/lessons/bb` leads to no lesson. The nearest is `b`."),
      ("[x](02-b.md#their)", "The lesson `b` has no anchor `#their`. The nearest is `there`."),
      ("[x](#her)", "This page has no anchor `#her`. The nearest is `here`."),
      ("[x](#zzzzzzzzzzzz)", "This page has no anchor `#zzzzzzzzzzzz`. Mend the link."),
      ("[x]()", "A link leads nowhere: its address is empty. Write one between the parentheses."),
      ("[x](/glossary#jiter)", "The glossary has no anchor `#jiter`. The nearest is `jitter`."),
      ("[x](/experiments/flock)", "`/experiments/flock` leads to no experiment: there is none named `flock`."),
      ("[x](/nothing)", "`/nothing` leads to nothing that this server has."),
      ("[x](../README.md)", "`../README.md` leads nowhere."), ("[x](b)", "`b` leads nowhere."),
      ("![x](/b.svg)", "The image `/b.svg` is nothing that this server has."),
      ("![x](b.svg)", "The image `b.svg` is not found from a lesson's page."),
      ("[x][r]\n\n[r]: 03-c.md", "`03-c.md` leads to no lesson."),
    ] as [(String, String?)])
  func `has its links checked`(link: String, message: String?) {
    let cell = "```experiment herd\n{\"id\": \"cell\", \"title\": \"T\", \"view\": \"table\"}\n```\n"
    let reading = read([
      file("01-a.md", order: 1, "## Here\n\n\(cell)\nsee \(link)\n"), file("02-b.md", order: 2, "## There\n\n### Café"),
      CourseReader.File(name: "glossary.md", bytes: Array("## Jitter\n\nChance.".utf8)),
    ])
    if let message {
      #expect(reading.findings.count == 1)
      #expect(reading.findings.first?.message.hasPrefix(message) == true, "\(reading.findings)")
      #expect(reading.findings.first?.file == "L/01-a.md")
      #expect(reading.findings.first?.line == (link.contains("[r]:") ? 15 : 13))
    } else {
      #expect(reading.findings == [])
    }
  }

  @Test func `needs a glossary where one is linked`() {
    let reading = read([file("01-a.md", order: 1, "[x](glossary.md#y)")])
    #expect(
      reading.findings.map(\.message) == [
        "`glossary.md#y` leads to the glossary, but there is no `glossary.md` beside the lessons."
      ])
  }

  @Test func `has its glossary checked`() {
    let glossary = CourseReader.File(
      name: "glossary.md", bytes: Array("---\ntitle: G\n---\n## A\n\n#### B\n\n[x](#c)".utf8))
    let reading = read([file("01-a.md", order: 1, "x"), glossary])
    #expect(reading.findings.map(\.line) == [6, 8])
    #expect(reading.findings.allSatisfy { $0.file == "L/glossary.md" })
  }

  @Test func `tells all that is wrong in all files`() {
    let reading = read([
      file("01-a.md", order: 1, "#### x\n\n```experiment flock\n{\"title\": \"T\", \"view\": \"table\"}\n```"),
      CourseReader.File(name: "02-b.md", bytes: [0xC3, 0x28]), CourseReader.File(name: "notes.md", bytes: []),
    ])
    #expect(
      reading.findings.map { "\($0.file):\($0.line)" } == [
        "L/01-a.md:7", "L/01-a.md:9", "L/02-b.md:1", "L/02-b.md:1", "L/notes.md:1",
      ])
  }

  @Test func `is empty`() {
    #expect(
      read([]).findings.map(\.description) == [
        "L:1: The folder has no lessons. Put a file such as `00-first.md` into it."
      ])
  }
}

@Suite("A folder on disk") struct FolderOnDisk {
  @Test func `is read`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lessons-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(file("01-a.md", order: 1, String(repeating: "word ", count: 50_000)).bytes).write(
      to: folder.appending(path: "01-a.md"))
    try Data("picture".utf8).write(to: folder.appending(path: "a.svg"))
    let path = folder.path(percentEncoded: false)
    let reading = CourseReader(rules: Rules()).read(folder: path)
    #expect(reading.findings == [])
    #expect(reading.course.lessons.first?.sections.first?.text.utf8.count == 249_999)

    try FileManager.default.createDirectory(at: folder.appending(path: "02-b.md"), withIntermediateDirectories: true)
    let broken = CourseReader(rules: Rules()).read(folder: path)
    #expect(broken.findings.map(\.message) == ["The file cannot be read: it is no regular file."])
  }

  @Test func `that is not there is said to be so`() {
    let reading = CourseReader(rules: Rules()).read(folder: "/no/such/folder")
    #expect(
      reading.findings.map(\.description) == [
        "/no/such/folder:1: The folder of lessons cannot be read: No such file or directory. Name another with --lessons."
      ])
  }

  /// Lessons of this repository's own length, with everything in them: two seconds, or ten times as long for ten
  /// times as many on a machine that is slow or busy.
  @Test func `of two hundred lessons is read at once`() {
    let section = """
      ## Part

      A paragraph with *emphasis*, `code`, a [link](#part) and $e(n) = \\min(c, b \\cdot 2^n)$ that goes on for a while, as
      paragraphs do when something has to be explained to somebody who has not heard of it before.

      | strategy | peak |
      | --- | ---: |
      | full | 159 |

      ```swift
      let wait = Duration.milliseconds(Int.random(in: 0...cap))  // as "jitter" has it
      ```


      """
    let files = (0..<200).map { file("\($0)-lesson-\($0).md", order: $0, String(repeating: section, count: 20)) }
    // Whatever else the machine does only makes a measurement longer.
    var shortest = [Duration](repeating: .seconds(3600), count: 2)
    var isQuick: Bool { shortest[1] <= .seconds(2) || shortest[1] / shortest[0] <= 25 }
    for round in 0..<10 where round == 0 || !isQuick {
      for (index, count) in [20, 200].enumerated() {
        let start = ContinuousClock.now
        let reading = CourseReader(rules: Rules()).read(Array(files[..<count]), folder: "L")
        shortest[index] = min(shortest[index], .now - start)
        #expect(reading.findings == [])
        #expect(reading.course.lessons.count == count)
      }
    }
    print("200 lessons of \(files[0].bytes.count) bytes were read in \(shortest[1])")
    #expect(isQuick, "\(shortest)")
  }
}
