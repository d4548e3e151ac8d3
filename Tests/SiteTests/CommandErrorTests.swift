import JSON
import Testing

@Suite("Why a command could do nothing") struct CommandErrorTests {
  @Test func `with --json an error is one object on standard output too`() throws {
    let desk = try ClassCommandTests.Desk()
    func error(_ arguments: String..., status: Int32 = 1) throws -> String? {
      let outcome = try desk.run(all: arguments + ["--json"])
      #expect(outcome.status == status, "\(arguments)")
      let text = try outcome.json()["error"]?.text
      #expect(outcome.errors.contains(text ?? "?"), "\(arguments)")
      return text
    }
    #expect(try error("student", "list")?.contains("there is no database") == true)
    _ = try desk.run("student", "add", "Ada")
    #expect(try error("student", "token", "99") == "no student has the login, e-mail address or number 99")
    #expect(try error("restore", desk.path("nofile"))?.contains("there is no such file") == true)
    #expect(try error("backup", desk.database)?.contains("exists already") == true)
    #expect(try error("gradebook", "--fill", desk.path("nofile.csv"))?.contains("No such file") == true)
    #expect(try error("student", "import", desk.path("nofile.csv"))?.contains("No such file") == true)
    #expect(try error("student", "delete", "1")?.hasPrefix("nothing was deleted") == true)
    #expect(try error("student", "merge", "1", "1")?.hasPrefix("name two students") == true)
    #expect(try error("check", "--lessons", desk.path("nothing")) != nil)
    #expect(try error("student", "token", status: 2)?.hasPrefix("student token: give a student") == true)
    #expect(try error("student", "fly", status: 2) == "there is no command student fly")
    let junk = try desk.write("a,b\n", to: "junk.csv")
    let filled = try desk.run("gradebook", "--fill", junk, "--json")
    #expect(try filled.status == 1 && filled.json()["faults"]?.elements.isEmpty == false)
  }
}
