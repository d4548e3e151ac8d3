import Foundation
import JSON
import Testing

/// The program itself, as whoever starts it sees it.
@Suite("The command") struct CourseCommandTests {
  /// Stands beside the tests, wherever they were built.
  static let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "course")

  private struct Run {
    let status: Int32
    let output: String
    let errors: String
  }

  private func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Run {
    let process = Process()
    process.executableURL = Self.program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    let complaints = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Run(
      status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      errors: String(decoding: complaints, as: UTF8.self))
  }

  /// A folder with a lesson and no static files.
  private func folder(_ lesson: String) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "course-\(UUID().uuidString)")
    for name in ["Lessons", "Public"] {
      try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    try Data(lesson.utf8).write(to: folder.appending(path: "Lessons/01-first.md"))
    return folder
  }

  static let lesson = "---\ntitle: First\nsummary: S.\norder: 1\nminutes: 1\n---\nText.\n"

  @Test func `tells its version and helps`() throws {
    #expect(try run("--version").output.hasPrefix("course "))
    for arguments in [["--help"], ["serve", "--help"], ["check", "--help"], ["bench", "--help"]] {
      let process = try arguments.count == 1 ? run(arguments[0]) : run(arguments[0], arguments[1])
      #expect(process.status == 0)
      #expect(process.output.hasPrefix("usage: course"))
    }
    let help = try run("serve", "--help").output
    for option in [
      "--host", "--port", "--database", "--host-name", "--lessons", "--public", "--watch", "--log", "COURSE_PORT",
    ] {
      #expect(help.contains(option))
    }
  }

  @Test(arguments: [
    [], ["nothing"], ["serve", "--nothing"], ["serve", "--port"], ["serve", "--port", "x"], ["serve", "--port=65536"],
    ["serve", "--port=+80"], ["serve", "name"], ["serve", "--watch=1"], ["serve", "--log", "loud"],
    ["bench", "nothing"],
    ["serve", "--host-name", "a/b"],
  ])
  func `refuses a wrong use with status 2 and its help`(arguments: [String]) throws {
    let process: Run =
      switch arguments.count {
      case 0: try run()
      case 1: try run(arguments[0])
      case 2: try run(arguments[0], arguments[1])
      default: try run(arguments[0], arguments[1], arguments[2])
      }
    #expect(process.status == 2)
    #expect(process.output.isEmpty)
    #expect(process.errors.contains("usage: course"))
  }

  @Test func `checks a folder and says what is wrong where`() throws {
    let good = try folder(Self.lesson)
    let bad = try folder(Self.lesson + "\n[away](/nowhere)\n")
    defer { for folder in [good, bad] { try? FileManager.default.removeItem(at: folder) } }
    let fine = try run(
      "check", "--lessons", good.appending(path: "Lessons").path, "--public", good.appending(path: "Public").path)
    #expect(fine.status == 0)
    #expect(fine.output == "1 lesson, 0 claims, 0 findings\n")
    let environment = [
      "COURSE_LESSONS": bad.appending(path: "Lessons").path, "COURSE_PUBLIC": bad.appending(path: "Public").path,
    ]
    let found = try run("check", "--json", environment: environment)
    #expect(found.status == 1)
    let finding = try JSONParser.parse(Array(found.output.utf8))["findings"]?.elements.first
    #expect(finding?["line"] == 9)
    #expect(finding?["file"]?.text?.hasSuffix("Lessons/01-first.md") == true)
    let refused = try run("serve", "--port", "0", environment: environment)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("Lessons/01-first.md:9: "))
  }

  @Test(arguments: [(SIGTERM, "127.0.0.1"), (SIGINT, "0.0.0.0"), (SIGHUP, "localhost")])
  func `serves from the moment it says so until it is told to stop`(signal: Int32, host: String) throws {
    let folder = try folder(Self.lesson)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = Self.program
    process.arguments = ["serve", "--lessons", folder.appending(path: "Lessons").path, "--log=none"]
    let environment = [
      "COURSE_HOST": host, "COURSE_PORT": "0", "COURSE_PUBLIC": folder.appending(path: "Public").path,
      "COURSE_DATABASE": folder.appending(path: "course.sqlite").path,
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    defer { process.terminate() }
    func line() throws -> String {
      var line = Data()
      while line.last != UInt8(ascii: "\n"), let byte = try output.fileHandleForReading.read(upToCount: 1),
        !byte.isEmpty
      {
        line += byte
      }
      return String(decoding: line, as: UTF8.self)
    }
    let listening = try #require(try line().wholeMatch(of: /listening on http:\/\/([0-9.]+):(\d+)\n/))
    #expect(listening.1 == (host == "0.0.0.0" ? host : "127.0.0.1"))
    let port = listening.2
    // A link is for a browser, which cannot be sent to all addresses at once.
    let link = try line().wholeMatch(
      of: /sign in as the instructor, once: http:\/\/127\.0\.0\.1:\d+\/sign-in\?token=(.+)\n/)
    let token = try #require(link?.1)
    #expect(token.utf8.count == 43)

    // One file has one server, by whatever name.
    let alias = folder.appending(path: "alias.sqlite").path
    try FileManager.default.createSymbolicLink(atPath: alias, withDestinationPath: "course.sqlite")
    for environment in [environment, environment.merging(["COURSE_DATABASE": alias]) { $1 }] {
      let second = try run("serve", environment: environment)
      #expect(second.status == 1)
      #expect(second.errors.contains("course.sqlite is in use by another program"))
    }

    let body = Array(#"{"token":"\#(token)"}"#.utf8)
    let signIn =
      "POST /api/v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
    let number = try #require(Int(port))
    let signedIn = try RawConnection(port: number).exchange(signIn, body: body)
    #expect(signedIn.status == 201)
    #expect(signedIn.field("Set-Cookie")?.hasPrefix("sid=") == true)
    #expect(try RawConnection(port: number).exchange(signIn, body: body).status == 401, "valid once")
    let another = try run("instructor", "link", environment: environment)
    #expect(another.output.hasPrefix("http://127.0.0.1:\(port)/sign-in?token=") && another.errors.isEmpty)

    let connection = try RawConnection(port: number)
    let response = try connection.exchange(
      "GET /lessons/first HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    #expect(response.status == 200)
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }
}
