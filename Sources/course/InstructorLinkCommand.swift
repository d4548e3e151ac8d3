import HTTP
import JSON
import Site
import Store

/// Lets an instructor in who has lost every way of signing in.
struct InstructorLinkCommand: Command {
  let name = "instructor link"
  let summary = "Prints a link, valid once and for a week, that signs the instructor in. An earlier unused one ends."
  let options = [
    CommandOption(
      "--site", "Where the course is served. Default: where its server listens or last did, else \(Self.standard).",
      value: "ADDRESS"),
    CourseDatabase.json, CourseDatabase.option,
  ]

  func run(_ options: CommandOptions) throws(WrongUsage) -> Int32 {
    let site: String
    if let given = options["--site"] { site = try Self.site(given) } else { site = assumed(options) }
    return CourseDatabase.use(options) { storage in
      let link = site + (try InstructorLink.make(storage, at: CourseDatabase.now))
      if options.has("--json") { Console.print(["link": .string(link)]) } else { print(link) }
      return 0
    }
  }

  private static let standard = "http://127.0.0.1:8080"

  /// Where the course is most likely served. If nothing tells, that is said.
  private func assumed(_ options: CommandOptions) -> String {
    let noted = ServingLock.address(of: CourseDatabase.path(options))
    if let site = noted.flatMap({ try? Self.site($0) }) { return site }
    if CourseDatabase.exists(options) {
      Console.complain(
        "where the course is served is not known, so the link is for \(Self.standard); for another "
          + "address, give it with --site")
    }
    return Self.standard
  }

  /// The address without a slash at its end.
  private static func site(_ text: String) throws(WrongUsage) -> String {
    var site = text
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
    return site
  }
}
