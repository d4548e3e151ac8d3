import Foundation
import JSON
import Store
import Testing

/// The README's client, as it stands there.
@Suite("The README's client") struct ReadmeExampleTests {
  private func example() throws -> String {
    let readme = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md")
    let lines = try String(contentsOf: readme, encoding: .utf8).components(separatedBy: "\n")
    let first = try #require(lines.firstIndex { $0.hasPrefix("    import json") })
    let code = lines[first...].prefix { $0.isEmpty || $0.hasPrefix("    ") }
    return code.map { String($0.dropFirst(4)) }.joined(separator: "\n")
  }

  /// A port that is kept from everybody but a server that is told of it, as long as its socket is open.
  private func freePort() throws -> (socket: Int32, port: Int) {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var on: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(socket, pointer, length) == 0 && getsockname(socket, pointer, &length) == 0
      }
    }
    try #require(bound)
    return (socket, Int(UInt16(bigEndian: address.sin_port)))
  }

  private func python(_ arguments: [String]) throws -> (process: Process, output: Pipe) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", try example()] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    return (process, output)
  }

  @Test func `submits once, although the server is not there at first, and gives up what cannot succeed`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID().uuidString)")
    for name in ["Lessons", "Public"] {
      try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(CourseCommandTests.lesson.utf8).write(to: folder.appending(path: "Lessons/01-first.md"))
    let database = folder.appending(path: "course.sqlite").path
    let token = Secret()
    do {
      let storage = try SQLiteStorage(path: database)
      defer { storage.close() }
      _ = try storage.add(
        NewPerson(name: "Ada"), token: NewToken(token.digest, kind: .bearer), at: 1, by: .system)
    }
    let (socket, port) = try freePort()
    defer { close(socket) }
    let base = "http://127.0.0.1:\(port)"
    let early = try python([base, token.text, "policy-tuning", #"{"policy": {"maxAttempts": 4}}"#])

    let server = Process()
    server.executableURL = CourseCommandTests.program
    server.arguments = [
      "serve", "--port=\(port)", "--log=none", "--database", database, "--lessons",
      folder.appending(path: "Lessons").path, "--public", folder.appending(path: "Public").path,
    ]
    server.standardOutput = FileHandle.nullDevice
    usleep(300_000)
    try server.run()
    defer {
      server.terminate()
      server.waitUntilExit()
    }
    let answer = try early.output.fileHandleForReading.readToEnd() ?? Data()
    early.process.waitUntilExit()
    #expect(early.process.terminationStatus == 0)
    #expect(String(decoding: answer, as: UTF8.self).contains("'status': 'graded'"))

    let refused = try python([base, token.text, "policy-tuning", #"{"policy": {"nonsense": 1}}"#])
    refused.process.waitUntilExit()
    #expect(refused.process.terminationStatus == 1)
    let storage = try SQLiteStorage(path: database)
    defer { storage.close() }
    #expect(try storage.submissions(person: nil, exercise: nil, after: nil, limit: 10).count == 1)
  }
}
