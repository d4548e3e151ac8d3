import Foundation
import HTTP
import JSON
import Site
import Store
import Testing

@Suite("A school's number that two students have is told") struct SharedNumberTests {
  let fixture: SiteFixture
  let instructor: KnownPerson

  init() throws {
    fixture = try SiteFixture()
    instructor = try fixture.person("Ida", .instructor)
  }

  private func csv(_ target: String, _ body: String) throws -> Response {
    try fixture.send(.post, target, headers: [("Content-Type", "text/csv"), instructor.bearer], body: body)
  }

  private func form(_ target: String, _ body: String) throws -> Response {
    try fixture.send(
      .post, target, headers: [("Content-Type", "application/x-www-form-urlencoded"), instructor.bearer], body: body)
  }

  private func text(_ response: Response) -> String { String(decoding: response.body, as: UTF8.self) }

  @Test func `an id that another student has is told, and refused nowhere`() throws {
    _ = try csv("/api/v1/students/import", "name,login,id\nAda,ada,4712\n")
    let ada = try #require(try fixture.storage.people(role: .student, after: nil, limit: 9).last).id.rawValue
    let list = "name,login,id\nCountess,countess,4712\n"
    for target in ["/api/v1/students/import?dryRun=true", "/api/v1/students/import"] {
      let notice = try csv(target, list).json["notices"]?.elements.first
      #expect(notice?["line"] == 2 && notice?["student"] == .string("\(ada)"))
    }
    let told = text(try form("/teach/roster", "do=check&roster=name%2Clogin%2Cid%0AEve%2Ceve%2C4712%0A"))
    #expect(told.contains("line 2: the id 4712 is also that of Ada") && told.contains("href=\"/students/\(ada)\""))
    #expect(text(try fixture.get("/students/\(ada)", as: instructor)).contains("is also that of Countess"))
    let added = text(try form("/students", "key=k-9&name=Fay&schoolId=4712"))
    #expect(added.contains("The school&#39;s number 4712 is also that of Ada"))
    #expect(added.contains("/merge?from=\(ada)\""))
    #expect(!text(try form("/students", "key=k-8&name=Gus&schoolId=4713")).contains("is also that of"))
  }

  @Test func `a number of the school that another has is told`() throws {
    let desk = try ClassCommandTests.Desk()
    _ = try desk.run("student", "add", "Ada", "--login", "ada", "--id", "4712")
    let list = try desk.write("name,login,id\nAda,countess,4712\n", to: "list.csv")
    let told = "line 2: the id 4712 is also that of Ada (student 1); if they are one person, merge them\n"
    #expect(try desk.run("student", "import", list, "--dry-run").errors == told)
    let done = try desk.run("student", "import", list, "--json")
    #expect(done.errors == told)
    let notice = try done.json()["notices"]?.elements.first
    #expect(notice?["line"] == 2 && notice?["student"] == "1")
    #expect(try desk.run("student", "import", list).errors.isEmpty, "what changes nothing is told once")
    let added = try desk.run("student", "add", "Eve", "--id", "4712")
    #expect(
      added.errors.hasPrefix(
        "the school's number 4712 is also that of Ada (student 1); if both are one person: course student merge 3 1\n"
      ))
    _ = try desk.run("student", "edit", "3", "--id", "")
    let edited = try desk.run("student", "edit", "3", "--id", "4712")
    #expect(edited.status == 0 && edited.errors.contains("course student merge 3 1"))
    #expect(try desk.run("student", "edit", "3", "--name", "Eva").errors.isEmpty)
  }
}
