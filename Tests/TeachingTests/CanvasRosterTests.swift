import Store
import Teaching
import Testing

@Suite("A line of Canvas's export is about whom the school's identifiers say")
struct CanvasRosterTests {
  /// Fills in an export with these lines. Everybody has as many points as their place in the class.
  private func fill(_ people: [Person], _ students: [String]) throws -> (students: [String], filling: CanvasFilling) {
    let gradebook = Gradebook(
      people: people, columns: [Gradebook.Column(exercise: "one", title: "One", maxScore: 1000)],
      grades: people.map { best($0.id.rawValue, "one", $0.id.rawValue * 100) })
    let head = ["Student,ID,SIS User ID,SIS Login ID,Section,One", "Points Possible,,,,,10"]
    let file = (head + students).joined(separator: "\n")
    let filling = try CanvasExport(Array(file.utf8)).filled(from: gradebook)
    return (Array(lines(filling.file).dropFirst(2)), filling)
  }

  @Test("Canvas's own ID is no number of the school, and a name is nobody")
  func ownID() throws {
    let bob = person(1, "Bob", login: "bob", schoolID: "17")
    let filled = try fill([bob], ["Carol,17,S999,carol,S,", "Bob,5,17,bob,S,"])
    #expect(filled.students == ["Carol,17,S999,carol,S,", "Bob,5,17,bob,S,1"])
    #expect(
      filled.filling.remarks == ["line 3, Carol: no student here has its SIS User ID or SIS Login ID"])
    let alone = try fill([bob], ["Bob,17,,,S,"])
    #expect(alone.students == ["Bob,17,,,S,"])
    #expect(alone.filling.unmatchedLines.map(\.line) == [3])
    #expect(alone.filling.missingStudents == [bob])
  }

  @Test func whatContradictsIsLeftAndTold() throws {
    let people = [
      person(1, "Ada", login: "ada", schoolID: "S1"),
      person(2, "Grace", login: "grace", email: "grace@example.org", schoolID: "S2"),
    ]
    let students = [
      "Mallory,9,S999,ada,S,", "Ada,9,S1,mallory,S,", "Grace,7,S2,grace@school,S,3", "Grace,7,s2,grace,S,",
    ]
    let filled = try fill(people, students)
    #expect(filled.students == students)
    #expect(
      filled.filling.unmatchedLines.map { "\($0.line) \($0.student) \($0.reason)" } == [
        "3 Mallory its SIS Login ID is that of Ada, whose SIS User ID here is S1, not S999",
        "4 Ada its SIS User ID is that of Ada, whose login here is ada, not mallory",
        "5 Grace its SIS User ID is that of Grace, whose login here is grace, not grace@school",
        "6 Grace its SIS Login ID is that of Grace, whose SIS User ID here is S2, not s2",
      ])
    #expect(filled.filling.missingStudents == people)
    #expect(!filled.filling.isComplete)
  }

  @Test func whatIsNotKnownHereContradictsNothing() throws {
    let people = [
      person(1, "Ada", login: "ada"), person(2, "Bob", schoolID: "S2"),
      person(3, "Eve", login: "eve", schoolID: "S3"), person(4, "Zoë", email: "zoe@example.org", schoolID: "S4"),
    ]
    let filled = try fill(
      people, ["A,1,S999,ADA,S,", "B,2,S2,bob,S,", "E,3,S3,eve@school,S,", "Z,4,S4,zoe,S,"])
    #expect(filled.students == ["A,1,S999,ADA,S,1", "B,2,S2,bob,S,2", "E,3,S3,eve@school,S,3", "Z,4,S4,zoe,S,4"])
    #expect(filled.filling.remarks.isEmpty)
  }

  @Test("What several share finds nobody, unless the other identifier says who it is")
  func shared() throws {
    let people = [
      person(1, "Ada", login: "x@example.org"), person(2, "Bob", email: "x@example.org", schoolID: "S2"),
      person(3, "Eve", login: "eve", schoolID: "S3"), person(4, "Zoë", login: "zoe", schoolID: "S3"),
    ]
    let filled = try fill(
      people, ["A,1,,x@example.org,S,", "B,2,S2,x@example.org,S,", "E,3,S3,,S,", "Z,4,S3,zoe,S,"])
    #expect(filled.students == ["A,1,,x@example.org,S,", "B,2,S2,x@example.org,S,2", "E,3,S3,,S,", "Z,4,S3,zoe,S,4"])
    #expect(
      filled.filling.unmatchedLines.map(\.reason) == [
        "2 students here have its SIS Login ID x@example.org", "2 students here have its SIS User ID S3",
      ])
  }
}
