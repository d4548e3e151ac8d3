import Store
import Teaching

/// A CSV file means the same once it has been written again; a class list made of it holds what a person may be called;
/// and an export of Canvas that was filled in is filled in.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = bytes(start, count)
  let lines = 1 + input.count { $0 == 0x0A || $0 == 0x0D }
  do throws(CSVFaults) { writesBack(try CSVDocument(input)) } catch { check(error, lines) }
  do throws(CSVFaults) { check(try Roster(input), lines) } catch { check(error, lines) }
  do throws(CSVFaults) { fill(input, try CanvasExport(input)) } catch { check(error, lines) }
  return 0
}

private func check(_ faults: CSVFaults, _ lines: Int) {
  require(!faults.faults.isEmpty, "refused without a fault")
  for fault in faults.faults {
    require((1...lines).contains(fault.line) && fault.column ?? 1 >= 1, "\(fault) in a file of \(lines) lines")
  }
}

private func writesBack(_ document: CSVDocument) {
  var end = 0
  for field in document.records.flatMap(\.fields) {
    require(field.range.lowerBound >= end && field.range.upperBound <= document.bytes.count, "\(field) overlaps")
    end = field.range.upperBound
  }
  var writer = CSVWriter(separator: document.separator)
  for record in document.records { writer.row(record.fields.map { .exact($0.text) }) }
  // A byte order mark that is part of a text is one of the file's when it is written first.
  guard document.records.first?.fields.first?.text.unicodeScalars.first != "\u{FEFF}" else { return }
  guard let read = try? CSVDocument(writer.bytes) else { return require(false, "what was written is refused") }
  let texts = { (document: CSVDocument) in document.records.map { $0.fields.map { Array($0.text.utf8) } } }
  // Where each line has one field, any separator is as good.
  require(
    texts(read) == texts(document),
    "\(texts(document).map { $0.map { String(decoding: $0, as: UTF8.self) } }) became other")
}

private func check(_ roster: Roster, _ lines: Int) {
  require(!roster.entries.isEmpty, "a class list of nobody")
  for entry in roster.entries {
    let person = entry.person
    require((2...lines).contains(entry.line), "line \(entry.line) of \(lines)")
    require(!person.name.isEmpty && !(person.login.isEmpty && person.email.isEmpty), "nobody in line \(entry.line)")
    for text in [person.login, person.email, person.schoolID, person.section] {
      require(text.utf8.count <= 200, "\(text.utf8.count) bytes in line \(entry.line)")
      require(!text.unicodeScalars.contains { $0.properties.generalCategory == .control }, "control characters")
    }
  }
}

private func fill(_ file: [UInt8], _ export: CanvasExport) {
  let nothing = export.filled(from: Gradebook(people: [], columns: [], grades: []))
  require(nothing.file == file && nothing.filled == 0, "filled in from nothing")
  let once = export.filled(from: gradebook)
  guard let again = try? CanvasExport(once.file).filled(from: gradebook) else {
    return require(false, "what was filled in is no export any more")
  }
  require(again.filled == 0 && again.file == once.file, "filled in again: \(again)")
}

private let gradebook = Gradebook(
  people: ["ada", "grace"].enumerated().map { number, login in
    Person(
      id: PersonID(rawValue: number + 1),
      details: NewPerson(
        name: login, role: .student, login: login, email: "\(login)@example.org", schoolID: "0\(number)"),
      addedAt: 0)
  },
  columns: [
    Gradebook.Column(exercise: "one", title: "One", maxScore: 1000),
    Gradebook.Column(exercise: "two", title: "Two", maxScore: 500),
  ],
  grades: [(1, "one", 875), (2, "one", 1000), (2, "two", 333)].map { person, exercise, score in
    BestGrade(
      person: PersonID(rawValue: person), exercise: exercise, submission: SubmissionID(rawValue: person), score: score,
      maxScore: 1000, submittedAt: 0, attempts: 1)
  })
