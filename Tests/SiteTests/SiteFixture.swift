import Courseware
import Exercises
import Foundation
import HTTP
import JSON
import Simulation
import Site
import Store
import Synchronization
import Testing

/// A site over a small course in memory, asked without a socket.
struct SiteFixture {
  let context: SiteContext
  let site: CourseSite
  /// Ends with the fixture.
  private let running: RunningSite

  static let lesson = """
    ---
    title: A test of *waiting*
    summary: One lesson with its cells.
    order: 5
    minutes: 3
    ---
    Some text.

    ## A pure cell

    ```experiment jitter-histogram
    {"id": "herd", "title": "A small herd", "parameters": {"clients": 100, "strategy": ["none", "full"]},
     "adjust": {"clients": {"min": 10, "max": 1000}, "strategy": {}}, "view": "histogram"}
    ```

    ## A live cell

    ```experiment idempotency
    {"id": "pay", "title": "One payment", "parameters": {"variants": ["keyed"]}, "view": "flow"}
    ```
    """

  static let glossary = """
    # Glossary

    ## Jitter

    Chance in a wait, so that clients which failed together come back apart.
    """

  static let files = [
    FileTree.File(
      path: "css/base.css", bytes: Array(String(repeating: "body { margin: 0 }\n", count: 50).utf8),
      modified: 1_700_000_000),
    FileTree.File(path: "js/main.js", bytes: Array("import { el } from \"./dom.js\";\n".utf8), modified: 1_700_000_000),
    FileTree.File(path: "icon.svg", bytes: Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), modified: 0),
  ]

  init(
    lessons: [String: String] = ["05-waiting.md": lesson, "glossary.md": glossary],
    _ change: (inout SiteSettings) -> Void = { _ in },
    exercises: [any Exercise] = ExerciseCatalogue.exercises,
    wrap: (any Storage) -> any Storage = { $0 },
    clock: @escaping @Sendable () -> UInt64 = SiteContext.monotonicClock,
    time: @escaping @Sendable () -> Timestamp = SiteContext.timeOfDay
  ) throws {
    var settings = SiteSettings()
    settings.threads = 2
    settings.hasTestRoutes = true
    settings.logging = .none
    // A machine that is busy takes longer to mark what a test waits for.
    settings.grading.patience = patience * 1000
    change(&settings)
    let assets = AssetCatalogue(SiteFixture.files)
    let reading = CourseReader(rules: CourseRules(assets: assets)).read(
      lessons.map { CourseReader.File(name: $0.key, bytes: Array($0.value.utf8)) }, folder: "Lessons")
    if let finding = reading.findings.first { throw finding }
    let folder = TemporaryFolder()
    let storage = try SQLiteStorage(path: folder.database, readers: 2)
    context = SiteContext(
      settings: settings, shelf: Shelf(course: reading.course, assets: assets, isWatched: settings.watches),
      storage: wrap(storage), grader: SubmissionGrader(exercises), clock: clock, time: time)
    site = CourseSite(context)
    running = RunningSite(context.grading, storage, folder)
    try context.grading.start()
  }

  var storage: any Storage { context.storage }

  /// Every address that can be asked for with these names.
  func targets(_ ids: [String]) -> [String] {
    site.routes.filter { $0.method == .get && $0.pattern != "/watch" }.flatMap { route -> [String] in
      let parts = route.pattern.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.contains(where: { $0.hasPrefix("{") }) else { return [route.pattern] }
      return ids.map { id in parts.map { $0.hasPrefix("{") ? id : String($0) }.joined(separator: "/") }
    }
  }
  var databasePath: String { running.folder.database }

  func bytes(of path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  /// The response, with everything run that the reply wants to be run.
  func send(
    _ method: HTTP.Method, _ target: String, headers: [(String, String)] = [], body: String = "",
    peer: PeerAddress = .loopback
  ) throws -> Response {
    // As clients do, which say of an empty body too that it is one.
    let length = !method.isSafe && method != .delete ? [("Content-Length", String(body.utf8.count))] : []
    return try send(Request(method, target, headers: headers + length, body: Array(body.utf8), peer: peer))
  }

  func get(_ target: String, _ headers: (String, String)...) throws -> Response {
    try send(.get, target, headers: headers)
  }

  func post(_ target: String, _ body: String, _ headers: (String, String)...) throws -> Response {
    try send(.post, target, headers: [("Content-Type", "application/json")] + headers, body: body)
  }

  func send(_ request: Request) -> Response {
    response(of: site.reply(to: request), to: request)
  }

  private func response(of reply: Reply, to request: Request) -> Response {
    switch reply {
    case .ready(let ready): return Response(ready.status, headers: ready.headers, body: ready.body)
    case .standing(let answer): return self.response(of: .ready(answer.ready), to: request)
    case .response(let response): return response
    case .work(_, let body):
      do { return try body(Cancellation()) } catch { return site.response(toThrown: error, for: request) }
    case .deferred(_, let body):
      let answer = Mutex<Result<Response, any Error>?>(nil)
      let given = DispatchSemaphore(value: 0)
      let completion = Completion { result in
        answer.withLock { $0 = result }
        given.signal()
      }
      do { try body(Cancellation(), completion) } catch { completion.fail(error) }
      do {
        try given.await()
        return try answer.withLock { $0 }?.get() ?? Response(.internalServerError)
      } catch {
        return site.response(toThrown: error, for: request)
      }
    case .found(_, let body):
      do { return response(of: try body(Cancellation()), to: request) } catch {
        return site.response(toThrown: error, for: request)
      }
    case .stream(_, let head, let body):
      let writer = Collector()
      try? body(writer)
      return Response(head.status, headers: head.headers, body: writer.bytes)
    case .subscription(let head, let body):
      let writer = Collector()
      body(writer)
      return Response(head.status, headers: head.headers, body: writer.bytes)
    }
  }
}

/// What a fixture has to end: the threads that grade, the database and its folder.
private final class RunningSite: Sendable {
  private let grading: GradingQueue
  private let storage: SQLiteStorage
  let folder: TemporaryFolder

  init(_ grading: GradingQueue, _ storage: SQLiteStorage, _ folder: TemporaryFolder) {
    self.grading = grading
    self.storage = storage
    self.folder = folder
  }

  deinit {
    grading.stop()
    storage.close()
    folder.remove()
  }
}

/// A folder for a database: in memory where the system has room for files there, since these tests lose no power.
struct TemporaryFolder: Sendable {
  let path: String

  init() {
    let root = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
    path = "\(root)/course-site-test-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  var database: String { "\(path)/course.sqlite" }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}

/// Keeps what is written to a stream, until it has been told to leave.
final class Collector: StreamWriter {
  private let state = Mutex((bytes: [UInt8](), isOpen: true))

  var bytes: [UInt8] { state.withLock { $0.bytes } }
  var isOpen: Bool { state.withLock { $0.isOpen } }

  func write(_ bytes: [UInt8]) -> Bool {
    state.withLock { state in
      if state.isOpen { state.bytes += bytes }
      return state.isOpen
    }
  }

  func finish() { state.withLock { $0.isOpen = false } }
}

extension Response {
  var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as JSON, null if it is none.
  var json: JSONValue { (try? JSONParser.parse(body)) ?? .null }

  func has(_ name: String, _ value: String) -> Bool { headers[name] == value }
}

extension JSONValue {
  var text: String? { if case .string(let text) = self { text } else { nil } }
  var number: Int? { if case .integer(let number) = self { number } else { nil } }
  var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
  var members: [JSONMember] { if case .object(let members) = self { members } else { [] } }
}

/// The collected JSON bodies of `Tests/Cases`.
struct JSONCase: Sendable, CustomTestStringConvertible {
  let id: String
  let body: [UInt8]
  let statuses: [Int]
  let contentType: String
  let headers: [(String, String)]
  let answersProblem: Bool
  var testDescription: String { id }

  static let all: [JSONCase] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Cases/json-cases.jsonl")
    guard let text = try? Data(contentsOf: file) else { return [] }
    return text.split(separator: UInt8(ascii: "\n")).compactMap { JSONCase(Array($0)) }
  }()

  init?(_ line: [UInt8]) {
    guard let value = try? JSONParser.parse(line), let id = value["id"]?.text, let type = value["content_type"]?.text
    else { return nil }
    self.id = id
    contentType = type
    statuses = value["expect_status"]?.elements.compactMap(\.number) ?? []
    headers = value["headers"]?.members.compactMap { member in member.value.text.map { (member.name, $0) } } ?? []
    answersProblem = value["expect_content_type"]?.text == "application/problem+json"
    var body = JSONCase.bytes(value["body_b64"]?.text)
    for part in value["parts"]?.elements ?? [] {
      let bytes = JSONCase.bytes(part.elements.first?.text)
      for _ in 0..<(part.elements.last?.number ?? 0) { body += bytes }
    }
    self.body = body
  }

  private static func bytes(_ base64: String?) -> [UInt8] {
    base64.flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) } ?? []
  }
}
