import JSON
import Store
import Teaching
import Testing

@Suite("The gradebook's files")
struct GradebookFileTests {
  private let gradebook = Gradebook(
    people: [
      person(1, "Teacher", role: .instructor),
      person(2, "Hopper, Grace", login: "grace", email: "grace@example.org", schoolID: "0042", section: "A"),
      person(3, "Zoë \"Z\" Müller", login: "=zoe", section: "B"),
    ],
    columns: [
      Gradebook.Column(exercise: "one", title: "Classify", maxScore: 1000),
      Gradebook.Column(exercise: "two", title: "Final Score", maxScore: 1450),
    ],
    grades: [
      best(2, "one", 875, attempts: 3), best(2, "two", 1000, of: 2000), best(3, "two", 5, of: 1450),
      best(3, "gone", 900), best(1, "one", 1000), best(99, "one", 1000),
    ])

  private func moodle(_ gradebook: Gradebook) -> [UInt8] {
    MoodleGradebook.bytes(of: gradebook, MoodleMapping(gradebook))
  }

  @Test func studentsOnlyAndPointsOfTheColumn() {
    #expect(gradebook.rows.map(\.person.name) == ["Hopper, Grace", "Zoë \"Z\" Müller"])
    #expect(gradebook.rows[0].cells.map { $0?.score } == [875, 725], "half of 20 points is half of 14.5")
    #expect(gradebook.rows.map(\.total) == [1600, 5])
    #expect(gradebook.maxScore == 2450)
  }

  @Test func ours() {
    #expect(
      lines(GradebookCSV.bytes(of: gradebook)) == [
        "name,login,email,id,section,one,two,total,maximum",
        "\"Hopper, Grace\",grace,grace@example.org,0042,A,8.75,7.25,16,24.5",
        "\"Zoë \"\"Z\"\" Müller\",'=zoe,,,B,,0.05,0.05,24.5",
      ])
  }

  @Test func canvas() {
    #expect(
      lines(CanvasGradebook.bytes(of: gradebook)) == [
        "Student,ID,SIS User ID,SIS Login ID,Section,Classify (one),Final-Score (two)",
        "    Points Possible,,,,,10,14.5",
        "\"Hopper, Grace\",,0042,grace,A,8.75,7.25",
        "\"Zoë \"\"Z\"\" Müller\",,,'=zoe,B,,0.05",
      ])
  }

  @Test func forMoodle() {
    #expect(
      lines(moodle(gradebook)) == [
        "username,email,idnumber,Classify,Classify feedback,Final Score,Final Score feedback",
        "grace,grace@example.org,0042,8.75,\"best of 3 attempts, of 2026-11-30\",7.25,\"1 attempt, of 2026-11-30\"",
        "'=zoe,,,-,,0.05,\"1 attempt, of 2026-11-30\"",
      ])
  }

  @Test(
    "Moodle's file maps by the column that tells most students, and leaves out the others",
    arguments: [
      ([("a", "", ""), ("b", "", "")], "username", [String]()),
      ([("", "a@x", "1"), ("b", "b@x", "2")], "email", []),
      ([("", "", "1"), ("b", "b@x", "2"), ("c", "", "3")], "idnumber", []),
      ([("", "a@x", ""), ("b", "", ""), ("c", "", "3")], "username", ["S1"]),
      ([("a", "", ""), ("", "b@x", "7"), ("", "c@x", "7")], "email", ["S1"]),
      ([("a", "", "7"), ("", "", "7"), ("", "", "8")], "username", ["S2", "S3"]),
      ([("", "", "7"), ("", "", "8"), ("", "", "")], "idnumber", ["S3"]),
      ([("", "", "7"), ("", "", "7")], nil, ["S1", "S2"]), ([("", "", "")], nil, ["S1"]), ([], "username", []),
    ] as [([(String, String, String)], String?, [String])])
  func mapping(known: [(String, String, String)], column: String?, leftOut: [String]) throws {
    let people = known.enumerated().map { person($0 + 1, "S\($0 + 1)", login: $1.0, email: $1.1, schoolID: $1.2) }
    let gradebook = Gradebook(people: people, columns: gradebook.columns, grades: [])
    let mapping = MoodleMapping(gradebook)
    #expect(mapping.column == column)
    #expect(mapping.leftOut.map(\.name) == leftOut)
    let file = GradebookFile(.moodle, of: gradebook)
    #expect(file.mapping == mapping)
    let records = try CSVDocument(#require(file.bytes)).records.map { $0.fields.map(\.text) }
    let place = column.flatMap { records[0].firstIndex(of: $0) }
    let values = records.dropFirst().map { $0[place ?? 0] }
    #expect(values.count == known.count - leftOut.count)
    #expect(!values.contains("") && Set(values).count == values.count)
    let json = gradebook.json()["moodle"]
    #expect(json?["mapBy"] == column.map { .string($0) } ?? .null)
    #expect(json?["leftOut"] == .strings(mapping.leftOut.map { String($0.id.rawValue) }))
    let remarks = file.remarks.joined(separator: "\n")
    #expect(remarks.contains("Map by \(column ?? "")") == (column != nil))
    for name in leftOut { #expect(remarks.contains(name)) }
  }

  @Test("Every line ends in CRLF, and no file has a byte order mark")
  func framing() {
    for bytes in [
      GradebookCSV.bytes(of: gradebook), CanvasGradebook.bytes(of: gradebook), moodle(gradebook),
    ] {
      #expect(bytes.suffix(2) == [0x0D, 0x0A])
      #expect(!bytes.starts(with: [0xEF]))
      #expect(bytes.indices.allSatisfy { bytes[$0] != 0x0A || bytes[$0 - 1] == 0x0D })
    }
  }

  @Test(
    "No title of Canvas's file is one of its own sums, stands twice, or ends in the number of an assignment",
    arguments: [
      (["Final Score"], ["Final-Score (e0)"]), (["My current  grade now"], ["My current-grade now (e0)"]),
      (["Override Points"], ["Override-Points (e0)"]), (["OVERRIDE STATUS"], ["OVERRIDE-STATUS (e0)"]),
      (["Unposted Final Score"], ["Unposted Final-Score (e0)"]), (["Final scores"], ["Final-scores (e0)"]),
      (["Finally, points"], ["Finally, points (e0)"]), (["Two\nlines"], ["Two lines (e0)"]), (["=1"], ["'=1 (e0)"]),
    ])
  func titles(titles: [String], expected: [String]) throws {
    let columns = titles.enumerated().map { Gradebook.Column(exercise: "e\($0)", title: $1, maxScore: 100) }
    let file = CanvasGradebook.bytes(of: Gradebook(people: [], columns: columns, grades: []))
    #expect(try CSVDocument(file).records[0].fields.dropFirst(5).map(\.text) == expected)
  }

  @Test func titlesAreUnique() throws {
    let columns = [
      Gradebook.Column(exercise: "7", title: "A", maxScore: 100),
      Gradebook.Column(exercise: "7", title: "A", maxScore: 1),
    ]
    let gradebook = Gradebook(people: [], columns: columns, grades: [])
    let canvas = try CSVDocument(CanvasGradebook.bytes(of: gradebook)).records[0].fields.dropFirst(5).map(\.text)
    #expect(canvas == ["A (exercise 7)", "A (exercise 7) no. 2"])
    let titles = try CSVDocument(moodle(gradebook)).records[0].fields.map(\.text)
    #expect(Set(titles).count == titles.count)
  }

  @Test func adversarialNamesStayInTheirCells() throws {
    let people = adversarialNames.enumerated().map { person($0 + 1, $1, login: "login\($0)") }
    let gradebook = Gradebook(people: people, columns: gradebook.columns, grades: [best(1, "one", 100)])
    for bytes in [
      GradebookCSV.bytes(of: gradebook), CanvasGradebook.bytes(of: gradebook), moodle(gradebook),
    ] {
      let records = try CSVDocument(bytes).records
      #expect(Set(records.map(\.fields.count)).count == 1)
      for field in records.flatMap(\.fields) {
        #expect(field.text == "-" || !["=", "+", "-", "@", "\t", "\r"].contains(String(field.text.prefix(1))))
      }
    }
  }

  @Test("Ten thousand students and twelve exercises take less than a second for each file")
  func large() {
    let columns = (0..<12).map { Gradebook.Column(exercise: "e\($0)", title: "Exercise \($0)", maxScore: 1000) }
    let people = (1...10_000).map { person($0, "Student \($0)", login: "s\($0)", email: "s\($0)@example.org") }
    let grades = people.flatMap { one in columns.map { best(one.id.rawValue, $0.exercise, one.id.rawValue % 1000) } }
    let start = threadTime()
    let gradebook = Gradebook(people: people, columns: columns, grades: grades)
    let made = threadTime()
    let files = [GradebookCSV.bytes, CanvasGradebook.bytes, moodle].map { $0(gradebook) }
    let written = threadTime()
    print("10,000 × 12: gradebook \(made - start) s, three files \(written - made) s")
    #expect(made - start < 1)
    #expect(written - made < 3)
    #expect(files.map { lines($0).count } == [10_001, 10_002, 10_001])
  }
}
