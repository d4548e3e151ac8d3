import CSQLite
import Glibc
import Store
import Synchronization
import Testing

/// Every engine that keeps the promises of `Storage`.
enum Engine: CaseIterable, Sendable {
  case sqlite

  func open(_ path: String) throws -> any Storage {
    switch self {
    case .sqlite: try SQLiteStorage(path: path)
    }
  }
}

/// A folder of its own, removed at the end.
struct TemporaryFolder: ~Copyable {
  let path: String

  init() {
    var template = Array("/tmp/store-test-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
  }

  deinit {
    for name in [
      "course.sqlite", "course.sqlite-wal", "course.sqlite-shm", "course.sqlite.lock", "copy.sqlite", "copy.sqlite-wal",
      "copy.sqlite-shm",
    ] { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  var database: String { "\(path)/course.sqlite" }
  var copy: String { "\(path)/copy.sqlite" }
}

/// Runs SQL on a database past its storage.
func execute(_ sql: String, on path: String) throws {
  var handle: OpaquePointer?
  #expect(sqlite3_open(path, &handle) == SQLITE_OK)
  #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
  sqlite3_close(handle)
}

/// The bytes of a file of at most 4 MiB.
func contents(of path: String) throws -> [UInt8] {
  let file = try #require(fopen(path, "r"))
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 1 << 22)
  bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
  return bytes
}

/// Runs a test against an engine on a fresh file.
func withStorage(_ engine: Engine, _ body: (any Storage) throws -> Void) throws {
  let folder = TemporaryFolder()
  let storage = try engine.open(folder.database)
  defer { storage.close() }
  try body(storage)
}

extension Storage {
  /// `accept`, awaited on this thread.
  func accept(_ submission: NewSubmission, _ claim: Claim, at now: Timestamp = 1000) throws -> Acceptance {
    try waiting { accept(submission, claim: claim, at: now, completion: $0) }
  }

  /// `accept` with a grade that is ready.
  func accept(_ submission: NewSubmission, _ claim: Claim, graded grade: ReadyGrade) throws -> Acceptance {
    try waiting { accept(submission, claim: claim, grade: grade, at: 1000, completion: $0) }
  }

  func finish(_ id: SubmissionID, _ grade: Grade, _ response: RecordedResponse, at now: Timestamp = 2000) throws
    -> RecordedResponse
  {
    try waiting { finish(id, grade: grade, response: response, at: now, completion: $0) }
  }

  func settle(_ id: SubmissionID, _ response: RecordedResponse, at now: Timestamp = 1500) throws -> RecordedResponse {
    try waiting { settle(id, response: response, at: now, completion: $0) }
  }

  func student(_ name: String = "Ada", login: String = "") throws -> Person {
    try add(NewPerson(name: name, login: login), token: nil, at: 1, by: .system)
  }
}

private func waiting<T: Sendable>(_ start: (@escaping @Sendable (Result<T, StoreError>) -> Void) -> Void) throws -> T {
  let slot = Slot<Result<T, StoreError>>()
  start { slot.set($0) }
  return try slot.wait().get()
}

/// A value that another thread hands over.
final class Slot<Value: Sendable>: Sendable {
  private let content = Mutex<Value?>(nil)

  func set(_ value: Value) { content.withLock { $0 = value } }

  /// - Throws: if nobody has handed it over within two minutes.
  func wait() throws -> Value {
    let end = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < end {
      if let value = content.withLock({ $0 }) { return value }
      usleep(200)
    }
    return try #require(content.withLock { $0 })
  }
}

func claim(_ key: String, body: String = "body", scope: String = "person 1 POST /x", expiresAt: Timestamp? = nil)
  -> Claim
{
  Claim(scope: scope, key: key, body: Digest(of: Array(body.utf8)), expiresAt: expiresAt)
}

func response(_ status: Int, _ text: String) -> RecordedResponse {
  RecordedResponse(
    status: status, headers: [.init("Content-Type", "application/json"), .init("Location", "/api/v1/submissions/1")],
    body: Array(text.utf8))
}

func grade(_ score: Int, version: String = "1") -> Grade {
  Grade(score: score, maxScore: 1000, report: Array("{}".utf8), graderVersion: version)
}
