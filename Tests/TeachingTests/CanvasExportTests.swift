import Store
import Teaching
import Testing

@Suite("An export of Canvas is filled in, and otherwise left as it is")
struct CanvasExportTests {
  private let gradebook = Gradebook(
    people: [
      person(1, "Hopper, Grace", login: "grace", email: "grace@example.org", schoolID: "0042"),
      person(2, "Zoë Müller", login: "zoe"), person(3, "Ada", email: "Ada@Example.org"),
      person(4, "Nobody's Row", login: "nobody"), person(5, "No Grade", login: "none"),
    ],
    columns: [
      Gradebook.Column(exercise: "one", title: "Classify failures", maxScore: 1000),
      Gradebook.Column(exercise: "two", title: "Tune", maxScore: 1000),
      Gradebook.Column(exercise: "three", title: "Elsewhere", maxScore: 500),
    ],
    grades: [
      best(1, "one", 875), best(2, "one", 1000), best(2, "two", 500), best(3, "two", 333), best(4, "one", 1),
    ])

  private func fill(_ file: String) throws -> (file: String, filling: CanvasFilling) {
    let filling = try CanvasExport(Array(file.utf8)).filled(from: gradebook)
    return (text(filling.file), filling)
  }

  @Test("Only the cells change: mark, line ends, quotes, other columns, sums and remarks stay byte for byte")
  func exact() throws {
    let header =
      "\u{FEFF}Student,ID,SIS User ID,SIS Login ID,Section,Notes,Classify failures (one) (7001),Tune (7002),Final Score"
    let filled = try fill(
      #"""
      \#(header)\#r
      ,,,,,,Manual Posting,,\#r
      "    Points Possible",,,,,,10.0,20,(read only)\#r
      "Hopper, Grace",11,0042,Grace@Example.org,"Sec ""A""",=note,,,88.0\#r
      Müller  ,12,,zoe,,"-",9,EX,\#r
      "Lovelace, Ada",13,,ada@example.org,,,,,\#r
      "Student, Test",14,,7b1f,,,,,\#r
      Stranger,15,9,stranger,,,3,,\#r

      """#)
    #expect(
      filled.file == #"""
        \#(header)\#r
        ,,,,,,Manual Posting,,\#r
        "    Points Possible",,,,,,10.0,20,(read only)\#r
        "Hopper, Grace",11,0042,Grace@Example.org,"Sec ""A""",=note,8.75,,88.0\#r
        Müller  ,12,,zoe,,"-",10,EX,\#r
        "Lovelace, Ada",13,,ada@example.org,,,,6.66,\#r
        "Student, Test",14,,7b1f,,,,,\#r
        Stranger,15,9,stranger,,,3,,\#r

        """#)
    #expect(filled.filling.students == 3)
    #expect(filled.filling.filled == 3)
    #expect(filled.filling.excused == 1)
    #expect(
      filled.filling.remarks == [
        "line 8, Stranger: no student here has its SIS User ID or SIS Login ID",
        "Nobody's Row (student 4) has grades here, but no line in the export",
        "three: the export has no column Elsewhere (three)", "two: 10 points here are 20 in Canvas",
        "1 of the filled cells had another value before",
      ])
    #expect(!filled.filling.isComplete)
  }

  @Test func fillingTwiceChangesNothing() throws {
    let once = try fill(
      "Student,ID,SIS Login ID,Section,Tune (1)\n    Points Possible,,,,10\nZ,1,zoe,,\nA,2,ada@example.org,,3.330\n")
    #expect(once.filling.filled == 1)
    #expect(once.filling.unchanged == 1)
    #expect(once.file.contains("Z,1,zoe,,5\nA,2,ada@example.org,,3.330\n"))
    let twice = try fill(once.file)
    #expect(twice.file == once.file)
    #expect(twice.filling.filled == 0)
  }

  @Test("Our own file, as Canvas gives it back, is filled by name and number")
  func roundTrip() throws {
    let empty = Gradebook(people: gradebook.rows.map(\.person), columns: gradebook.columns, grades: [])
    let filling = try CanvasExport(CanvasGradebook.bytes(of: empty)).filled(from: gradebook)
    #expect(filling.missingColumns.isEmpty)
    #expect(filling.unmatchedLines.map(\.student) == ["Ada"], "she has neither login nor number")
    #expect(filling.filled == 4)
  }

  @Test("Semicolons and split names, as some schools set Canvas")
  func otherForms() throws {
    let filled = try fill(
      "LastName;FirstName;ID;SIS User ID;SIS Login ID;Section;Tune\nPoints Possible;;;;;;10,00\nM;Zoë;1;;zoe;;1,5\n")
    #expect(filled.file.hasSuffix("M;Zoë;1;;zoe;;5\n"))
  }

  @Test("What a filled cell held before is counted, and cells that are not ours stay, formulas among them")
  func cellsBefore() throws {
    let filled = try fill(
      #"""
      Student,ID,SIS Login ID,Section,Notes,Classify failures (one) (7),Tune (8)
          Points Possible,,,,,10,10
      =cmd|x,1,zoe,@S,"=cmd|' /C calc'!A0",9.5,
      Grace,2,grace,,+1,=8.75,=1+1
      Ada,3,ada@example.org,,,8,"3.33"
      Nobody,4,nobody,,,"0,010",
      """#)
    #expect(
      filled.file == #"""
        Student,ID,SIS Login ID,Section,Notes,Classify failures (one) (7),Tune (8)
            Points Possible,,,,,10,10
        =cmd|x,1,zoe,@S,"=cmd|' /C calc'!A0",10,5
        Grace,2,grace,,+1,8.75,=1+1
        Ada,3,ada@example.org,,,8,"3.33"
        Nobody,4,nobody,,,0.01,
        """#)
    #expect(filled.filling.filled == 4)
    #expect(filled.filling.replaced == 3)
    #expect(filled.filling.unchanged == 1)
    #expect(filled.filling.remarks.last == "3 of the filled cells had another value before")
  }

  @Test func whatIsAmbiguousIsNamedAndLeft() throws {
    let filled = try fill(
      """
      Student,ID,SIS User ID,SIS Login ID,Section,Tune (1),Tune (2),Classify failures
      X,1,0042,zoe,,,,
      Y,2,,zoe,,,,
      Z,3,,zoe,,,,
      Short,4,,nobody
      """)
    #expect(filled.filling.missingColumns.map(\.text).contains("the export has 2 columns for it"))
    #expect(
      filled.filling.unmatchedLines.map { "\($0.line) \($0.reason)" } == [
        "2 its SIS User ID and its SIS Login ID belong to different students here",
        "4 the same student as in line 3", "5 the line ends before the column Classify failures (one)",
      ])
  }

  @Test(arguments: ["", "a,b\n1,2\n", "Student,Section,ID\n", "Name,ID,Section\n"])
  func whatIsNoExport(file: String) {
    #expect(
      faults { () throws(CSVFaults) in _ = try CanvasExport(Array(file.utf8)) }.first?.contains(
        "no gradebook of Canvas")
        == true)
  }
}
