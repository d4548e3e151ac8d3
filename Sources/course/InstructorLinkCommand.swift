import HTTP
import JSON
import Site
import Store

/// Lets an instructor in who has lost every way of signing in.
struct InstructorLinkCommand: Command {
  let name = "instructor link"
  let summary = "Prints a link, valid once and for a week, that signs the instructor in. An earlier unused one ends."
  let options = [
    CommandOption("--site", "Where the course is served.", value: "ADDRESS", standard: "http://127.0.0.1:8080"),
    CourseDatabase.json, CourseDatabase.option,
  ]

  func run(_ options: CommandOptions) throws(WrongUsage) -> Int32 {
    var site = options["--site"] ?? ""
    guard let scheme = ["http://", "https://"].first(where: { site.hasPrefix($0) }) else {
      throw WrongUsage("--site must begin with http:// or https://")
    }
    let rest = site.utf8.dropFirst(scheme.utf8.count)
    guard Authority(Array(rest.prefix { $0 != UInt8(ascii: "/") })) != nil,
      !rest.contains(UInt8(ascii: "?")), !rest.contains(UInt8(ascii: "#"))
    else {
      throw WrongUsage("--site must be a host, perhaps with a port and a path, such as https://course.example.org")
    }
    while site.hasSuffix("/") { site.removeLast() }
    return CourseDatabase.use(options) { storage in
      let link = site + (try InstructorLink.make(storage, at: CourseDatabase.now))
      if options.has("--json") { Console.print(["link": .string(link)]) } else { print(link) }
      return 0
    }
  }
}
