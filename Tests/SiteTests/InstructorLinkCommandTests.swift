import JSON
import Testing

@Suite struct `The command for a way back in` {
  @Test func `a link for the instructor leads to where the course is served`() throws {
    let desk = try ClassCommandTests.Desk()
    #expect(try !desk.run("instructor", "link").errors.contains("--site"), "there is no database yet")
    _ = try desk.run("student", "add", "Ada")
    let assumed = try desk.run("instructor", "link")
    #expect(assumed.output.hasPrefix("http://127.0.0.1:8080/sign-in?token="))
    #expect(assumed.lines.count == 1 && assumed.errors.contains("with --site"))
    for (noted, isTaken) in [("http://[::1]:8181", true), ("ftp://x", false)] {
      _ = try desk.write(noted + "\n", to: "course.sqlite.lock")
      let link = try desk.run("instructor", "link", "--json")
      let site = isTaken ? noted : "http://127.0.0.1:8080"
      #expect(try link.json()["link"]?.text?.hasPrefix(site + "/sign-in?token=") == true)
      #expect(link.errors.contains("--site") == !isTaken)
    }
    let given = try desk.run("instructor", "link", "--site", "https://course.example.org/a/")
    #expect(given.output.hasPrefix("https://course.example.org/a/sign-in?token=") && given.errors.isEmpty)
  }
}
