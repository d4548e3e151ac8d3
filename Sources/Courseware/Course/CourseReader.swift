import Dispatch
import Synchronization

/// Reads a folder of lessons: files named `NN-slug.md`, and perhaps `glossary.md`. A `README.md` and files that are no
/// Markdown are passed over.
package struct CourseReader: Sendable {
  private let rules: any CellRules
  private let lessonReader: LessonReader
  private let reservedAnchors: Set<String>

  /// - Parameters:
  ///   - rules: What cells and links may refer to.
  ///   - reservedAnchors: Ids that pages use for themselves; no heading gets one of them.
  package init(rules: any CellRules, reservedAnchors: Set<String> = []) {
    self.rules = rules
    self.reservedAnchors = reservedAnchors
    lessonReader = LessonReader(rules: rules, reservedAnchors: reservedAnchors)
  }

  /// What could be read, and everything to mend, sorted by file and line. With any finding the course is not fit to be
  /// served.
  package struct Reading: Sendable {
    package var course: Course
    package var findings: [Finding]
  }

  /// A file's name in the folder and its content.
  package struct File: Sendable {
    package var name: String
    package var bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// Reads a folder on disk.
  package func read(folder: String) -> Reading {
    var findings: [Finding] = []
    var files: [File] = []
    do {
      for name in try Folder.names(in: folder) where name.hasSuffix(".md") {
        do {
          files.append(
            File(name: name, bytes: try Folder.contents(of: "\(folder)/\(name)", limit: SourceText.maximumBytes)))
        } catch {
          findings.append(
            Finding(file: "\(folder)/\(name)", line: 1, message: "The file cannot be read: \(error.reason)."))
        }
      }
    } catch {
      let message = "The folder of lessons cannot be read: \(error.reason). Name another with --lessons."
      return Reading(course: Course(lessons: []), findings: [Finding(file: folder, line: 1, message: message)])
    }
    var reading = read(files, folder: folder)
    reading.findings = (reading.findings + findings).sorted()
    return reading
  }

  /// Reads the files of a folder.
  package func read(_ files: [File], folder: String) -> Reading {
    var findings: [Finding] = []
    var lessons: [Lesson] = []
    var glossary: RenderedText?
    var orders = Claims(), slugs = Claims()
    let files = files.sorted { $0.name < $1.name }.filter { $0.name != "README.md" }
    for (file, reading) in zip(files, readLessons(files, folder: folder)) {
      let path = "\(folder)/\(file.name)"
      guard let reading else {
        glossary = readGlossary(file.bytes, file: path, &findings)
        continue
      }
      findings += reading.findings
      guard let lesson = reading.lesson else { continue }
      if let line = reading.orderLine, let other = orders.claim("\(lesson.order)", by: file.name) {
        let message = "`order: \(lesson.order)` is that of \(other) too. Give each lesson its own."
        findings.append(Finding(file: path, line: line, message: message))
      }
      if let other = slugs.claim(lesson.slug, by: file.name) {
        let message = "The address `/lessons/\(lesson.slug)` is that of \(other) too. Rename one of the files."
        findings.append(Finding(file: path, line: 1, message: message))
      }
      lessons.append(lesson)
    }
    if lessons.isEmpty, findings.isEmpty {
      let message = "The folder has no lessons. Put a file such as `00-first.md` into it."
      findings.append(Finding(file: folder, line: 1, message: message))
    }
    lessons.sort { ($0.order, $0.file) < ($1.order, $1.file) }
    let course = Course(lessons: lessons, glossary: glossary)
    findings += exerciseFindings(lessons)
    findings += LinkCheck(course: course, rules: rules, glossaryFile: "\(folder)/glossary.md").findings()
    return Reading(course: course, findings: findings.sorted())
  }

  /// Reads the lessons side by side, since a course of hundreds is read at each start of the server.
  /// - Returns: For each file what was read, nil for the glossary.
  private func readLessons(_ files: [File], folder: String) -> [LessonReader.Reading?] {
    let readings = Mutex([LessonReader.Reading?](repeating: nil, count: files.count))
    DispatchQueue.concurrentPerform(iterations: files.count) { index in
      guard files[index].name != "glossary.md" else { return }
      let reading = lessonReader.read(files[index].bytes, file: "\(folder)/\(files[index].name)")
      readings.withLock { $0[index] = reading }
    }
    return readings.withLock { $0 }
  }

  /// An exercise stands in one lesson: in the one it was made for, if this course has that.
  private func exerciseFindings(_ lessons: [Lesson]) -> [Finding] {
    var findings: [Finding] = []
    var owners = Claims()
    for lesson in lessons {
      for cell in lesson.exercises {
        func report(_ message: String) {
          findings.append(Finding(file: lesson.file, line: cell.line, message: message))
        }
        let home = rules.lesson(ofExercise: cell.id)
        if let home, home != lesson.slug, lessons.contains(where: { $0.slug == home }) {
          report("The exercise `\(cell.id)` belongs to the lesson `\(home)`. Move it there.")
        } else if let other = owners.claim(cell.id, by: lesson.slug) {
          report("The exercise `\(cell.id)` stands in the lesson `\(other)` too. Remove one of them.")
        }
      }
    }
    return findings
  }

  private func readGlossary(_ bytes: [UInt8], file: String, _ findings: inout [Finding]) -> RenderedText? {
    do {
      let source = try SourceText(file: file, bytes: bytes)
      let start = FrontMatter.skip(source, findings: &findings)
      let options = MarkdownRenderer.Options(passesOverTitle: true, reservedAnchors: reservedAnchors)
      let text = MarkdownRenderer.render(source, from: start, options)
      findings += source.faults + text.findings
      return text
    } catch {
      findings.append(error)
      return nil
    }
  }

  /// What must not be used by two files.
  private struct Claims {
    private var owners: [String: String] = [:]

    /// - Returns: The file that had it before, if any.
    mutating func claim(_ value: String, by file: String) -> String? {
      if let other = owners[value] { return other }
      owners[value] = file
      return nil
    }
  }
}
