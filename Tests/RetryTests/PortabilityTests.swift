import Foundation
import Testing

/// What keeps the library portable: no Foundation, no system module, and clean under Embedded Swift.
@Suite("The library on other machines")
struct PortabilityTests {
  static let sources: [URL] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/Retry")
    let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "swift" }
  }()

  @Test("nothing is imported that has a time zone, a locale or a clock, and all access is public or internal")
  func imports() throws {
    #expect(PortabilityTests.sources.count > 10)
    for file in PortabilityTests.sources {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let words = line.split(separator: " ")
        if words.contains("import"), !line.contains("//") {
          #expect(words.last == "Synchronization", "\(file.lastPathComponent): \(line)")
        }
        #expect(words.first != "package", "\(file.lastPathComponent): \(line)")
      }
    }
  }

  @Test("9: no date depends on the process's time zone or locale: nothing is there to ask")
  func zoneless() throws {
    for file in PortabilityTests.sources {
      let text = try String(contentsOf: file, encoding: .utf8)
      for word in ["TimeZone", "Locale", "getenv", "localtime", "DateFormatter"] {
        #expect(!text.contains(word), "\(file.lastPathComponent)")
      }
    }
  }

  @Test(
    "compiles for bare WebAssembly under Embedded Swift, and a program imports it",
    .enabled(if: Compiler.hasEmbeddedWebAssembly, "this toolchain has no Embedded Swift for \(Compiler.target)"))
  func embedded() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "retry-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let library = try Compiler.run(
      [
        "-swift-version", "6", "-Onone", "-parse-as-library", "-module-name", "Retry", "-emit-module",
        "-emit-module-path", folder.appending(path: "Retry.swiftmodule").path, "-warnings-as-errors", "-c", "-o",
        folder.appending(path: "Retry.o").path,
      ] + PortabilityTests.sources.map(\.path))
    #expect(library.status == 0, "\(library.output)")
    let program = folder.appending(path: "main.swift")
    try """
    import Retry

    var random = SplitMix64(seed: 1)
    let key = IdempotencyKey.random(using: &random)
    let budget = SharedRetryBudget(.ratio(0.1, capacity: 10))
    var loop = RetryLoop(.careful, for: RetryRequest(.post, key: key), budget: budget, using: &random)
    let asked = try? RetryAfter("5", now: HTTPDate(secondsSince1970: 0))
    let step = loop.next(.response(503, retryAfter: asked), at: .zero)
    print("\\(step), \\(loop.attempt)")
    print(Classification(.timedOut, of: loop.request).message.text)
    """.write(to: program, atomically: true, encoding: .utf8)
    let cell = try Compiler.run([
      "-swift-version", "5", "-Onone", "-I", folder.path, "-c", program.path, "-o",
      folder.appending(path: "main.o").path,
    ])
    #expect(cell.status == 0, "\(cell.output)")
  }
}

/// The toolchain's own compiler, found through PATH.
private enum Compiler {
  static let target = "wasm32-unknown-none-wasm"

  static let path: URL? = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let candidates = folders.map { URL(filePath: String($0)).appending(path: "swiftc") }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  static var hasEmbeddedWebAssembly: Bool {
    guard let path, let info = try? launch(path, ["-print-target-info"]).output.data(using: .utf8),
      let object = try? JSONSerialization.jsonObject(with: info) as? [String: Any],
      let paths = object["paths"] as? [String: Any], let resources = paths["runtimeResourcePath"] as? String
    else { return false }
    return FileManager.default.fileExists(atPath: "\(resources)/embedded/Swift.swiftmodule/\(target).swiftmodule")
  }

  static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let common = ["-target", target, "-enable-experimental-feature", "Embedded", "-wmo"]
    return try launch(#require(path), common + arguments)
  }

  private static func launch(_ program: URL, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
