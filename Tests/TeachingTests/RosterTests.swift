import Store
import Teaching
import Testing

@Suite("A class list is read from any common file, or refused with every fault in it")
struct RosterTests {
  private func people(_ file: String) throws -> [NewPerson] { try Roster(Array(file.utf8)).entries.map(\.person) }

  private func refusal(_ file: String) -> [String] {
    faults { () throws(CSVFaults) in _ = try Roster(Array(file.utf8)) }
  }

  @Test(
    arguments: [
      "name,login,email,id,section\nAda,ada,ada@example.org,7,A\n",
      "\u{FEFF}Name;Login;E-Mail;ID number;Group\r\nAda;ada;ada@example.org;7;A\r\n",
      "Section\tUsername\tEmail address\tStudent ID\tSurname\tFirst name\nA\tada\tada@example.org\t7\t\tAda\n",
      "Student,ID,SIS User ID,SIS Login ID,Section,Email\n    Points Possible,,,,,\nAda,99,7,ada,A,ada@example.org\n\"Student, Test\",98,,,,\n",
      "user_id,login_id,full_name,email,sections,status\n7,ada,Ada,ada@example.org,A,active\n",
      "section,id,email,login,name\n\nA,7,ada@example.org,ada,  Ada  \n,,,,\n",
    ])
  func headersAreRecognised(file: String) throws {
    #expect(
      try people(file) == [NewPerson(name: "Ada", login: "ada", email: "ada@example.org", schoolID: "7", section: "A")])
  }

  @Test func everyFaultWithItsPlace() {
    #expect(
      refusal(
        """
        name,login,email
        ,ada,ada@example.org
        Bob,,
        Carl,ada,nonsense
        Dora,dora,ADA@example.org
        Eve,eve,eve@example.org,extra
        "F
        G",f,
        """) == [
          "line 2, column 1 (name): is empty",
          "line 3, column 2 (login): is empty; a login or an e-mail address tells people apart",
          "line 4, column 2 (login): \"ada\" stands in line 2 already",
          "line 4, column 3 (email): \"nonsense\" is no e-mail address",
          "line 5, column 3 (email): \"ADA@example.org\" stands in line 2 already",
          "line 6, column 4: there are 4 fields, but only 3 columns are named",
          "line 7, column 1 (name): holds a line break or another control character",
        ])
  }

  @Test(
    arguments: [
      ("", ["line 1: The first line must name the columns, such as name, login, email, id, section."]),
      ("name,login\n", ["line 1: There is nobody in the file."]),
      (
        "Ada,ada@example.org\n",
        [
          "line 1: no column is titled login or email; one of them tells people apart",
          "line 1: no column is titled name, or first name and last name",
        ]
      ),
      ("name,login,Login\nAda,a,b\n", ["line 1, column 3 (Login): has the same title as column 2"]),
    ])
  func headersThatDoNotDo(file: String, expected: [String]) {
    #expect(refusal(file).sorted() == expected.sorted())
  }

  @Test func namesThatCannotBeSeenAndLoginsThatDifferInCase() {
    #expect(
      refusal("name,login\n\u{200B},a\nBo\u{202E}b,B\nCy,b\n") == [
        "line 2, column 1 (name): has nothing that can be seen",
        "line 3, column 1 (name): holds U+202E, which turns the direction of writing",
        "line 4, column 2 (login): \"b\" stands in line 3 already",
      ])
    #expect(
      refusal("first,last,login\n\u{200B},\u{2060},a\n")
        == ["line 2, column 2 (last): has nothing that can be seen"])
  }

  @Test func tooLong() {
    let name = String(repeating: "x", count: 201)
    #expect(refusal("name,login\n\(name),x\n").first?.contains("has 201 bytes; at most 200") == true)
  }

  @Test("Our own gradebook is a class list, formulas and all")
  func ownFile() throws {
    let all = adversarialNames.enumerated().map {
      person($0 + 1, $1, login: "login\($0)", email: "p\($0)@example.org", schoolID: "+\($0)", section: "-")
    }
    let file = GradebookCSV.bytes(of: Gradebook(people: all, columns: [], grades: []))
    #expect(try Roster(file).entries.map(\.person) == all.map(\.details))
  }
}

@Suite("Importing a class list")
struct RosterPlanTests {
  private let known = [
    person(1, "Teacher", login: "boss", role: .instructor),
    person(2, "Ada", login: "ada", email: "ada@example.org", schoolID: "7", section: "A"),
    person(3, "Bob", email: "Bob@example.org"), person(4, "Carl", login: "carl"),
  ]

  private func plan(_ file: String) throws(CSVFaults) -> RosterPlan {
    try RosterPlan(Roster(Array(file.utf8)), people: known)
  }

  @Test func addsUpdatesAndLeaves() throws {
    let plan = try plan(
      "name,login,email,section\nAda L.,ada,,\nBob,bob,bob@example.org,B\nDora,dora,,\n")
    #expect(plan.added.map(\.name) == ["Dora"])
    #expect(
      plan.updated.map(\.details) == [
        NewPerson(name: "Ada L.", login: "ada", email: "ada@example.org", schoolID: "7", section: "A"),
        NewPerson(name: "Bob", login: "bob", email: "Bob@example.org", section: "B"),
      ])
    #expect(plan.unchanged == 0)
  }

  @Test func anotherCaseIsNobodyElse() throws {
    let plan = try plan("name,login,email\nAda,ADA,Ada@example.org\n")
    #expect(plan.added.isEmpty)
    #expect(plan.unchanged == 1)
  }

  @Test func contradictionsAreAllTold() {
    #expect(
      faults { () throws(CSVFaults) in
        _ = try plan("name,login,email\nX,boss,\nY,carl,bob@example.org\nAda,,Ada@Example.org\nAda,ada,\n")
      } == [
        "line 2: Teacher is an instructor; a class list adds students only",
        "line 3: the login carl is that of Carl (student 4), but the e-mail address bob@example.org is that of Bob (student 3); if they are one person, merge them first",
        "line 5: this is Ada, as is line 4",
      ])
  }

  @Test("An id that is another's too is told, and the line imported all the same")
  func sharedIDs() throws {
    let file = "name,login,id\nAda,ada,7\nDora,dora,7\nEve,eve,9\nFay,fay,9\nCarl,carl,7\nGus,gus,\nHal,hal,\n"
    let plan = try plan(file)
    #expect(plan.added.count == 5 && plan.updated.count == 1 && plan.unchanged == 1)
    #expect(
      plan.notices.map(\.description) == [
        "line 3: the id 7 is also that of Ada (student 2); if they are one person, merge them",
        "line 5: the id 9 stands in line 4, too",
        "line 6: the id 7 is also that of Ada (student 2); if they are one person, merge them",
      ])
    #expect(plan.notices.map(\.holder?.id.rawValue) == [2, nil, 2])
    let moved = try self.plan("name,login,id\nAda,ada,8\nDora,dora,7\n")
    #expect(moved.notices.isEmpty, "whoever had the id has another now")
  }

  @Test func importedTwiceChangesNothingTheSecondTime() throws {
    try withStorage { storage in
      let roster = try Roster(Array("name,login,email\nAda,ada,ada@example.org\nBob,,bob@example.org\n".utf8))
      let first = try RosterPlan(roster, people: storage.everybody())
      let outcome = try storage.importRoster(first.people, at: 1, by: .system)
      #expect(outcome.added.count == 2)
      let second = try RosterPlan(roster, people: storage.everybody())
      #expect(second.people.isEmpty)
      #expect(second.unchanged == 2)
    }
  }
}
