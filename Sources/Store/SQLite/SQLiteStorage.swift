import Glibc
import Synchronization

/// The course's memory in one SQLite file, in WAL mode: readers see the last commit and never wait for the writer.
///
/// Extensions by subject: People, Tokens, Submissions, Running.
package final class SQLiteStorage: Storage {
  let path: String
  let writer: Writer
  private let readers: [Reader]
  private let turn = Atomic<Int>(0)

  private final class Reader: Sendable {
    let connection: Mutex<Connection>
    init(_ connection: sending Connection) { self.connection = Mutex(connection) }
  }

  /// Opens the file, creating it if there is none, and brings its tables up to date.
  /// - Parameters:
  ///   - readers: how many reads may run at once.
  ///   - pageLimit: how many pages of 4 KiB the file may grow to, for a disk that is shared; more is `StoreError.full`.
  /// - Throws: `StoreError` in words for the operator; the file is then as it was.
  package init(path: String, readers count: Int = 4, pageLimit: Int? = nil) throws(StoreError) {
    self.path = path
    try Restoration.refuseEmptyStart(path)
    PrivateFile.make(path)
    let connection = try Connection(path, .readWrite)
    try Migrations.refuseForeign(connection)
    // FULL makes every commit wait for the disk; WAL alone would lose the last ones in a power cut.
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.execute("PRAGMA synchronous = FULL")
    try connection.execute("PRAGMA wal_autocheckpoint = 4000")
    // In KiB: enough for the indexes of a large class, which every writing looks into.
    try connection.execute("PRAGMA cache_size = -32768")
    try Migrations.apply(to: connection)
    if let pageLimit { try connection.execute("PRAGMA max_page_count = \(pageLimit)") }
    var readers: [Reader] = []
    for _ in 0..<max(1, count) {
      let connection = try Connection(path, .readOnly)
      // Opens the log too, as the first read would: later there may be no descriptor left.
      _ = try connection.first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
      readers.append(Reader(connection))
    }
    self.readers = readers
    writer = try Writer(connection)
  }

  /// Does not wait: the last to let go may be the writer itself, where what it has done is told.
  deinit { writer.end() }

  /// Reads from the last commit.
  func read<T: Sendable>(_ body: (Connection) throws(StoreError) -> T) throws(StoreError) -> T {
    let next = turn.add(1, ordering: .relaxed).newValue
    let reader = readers[Int(UInt(bitPattern: next) % UInt(readers.count))]
    return try reader.connection.withLock { (connection) throws(StoreError) -> T in try body(connection) }
  }

  package func close() { writer.close() }

  package func backup(to path: String, progress: (Double) -> Void) throws(StoreError) {
    let source = try Connection(self.path, .readOnly)
    PrivateFile.make(path)
    let target = try Connection(path, .readWrite)
    try source.copy(to: target, progress: progress)
  }

  /// Checks that a file is a sound course database that this program can read.
  /// - Throws: `StoreError.corrupt`, `.foreign`, `.newer`, or what keeps the file from being opened.
  package static func verify(_ path: String) throws(StoreError) {
    try Connection.reading(path) { connection throws(StoreError) in try verify(connection) }
  }

  private static func verify(_ connection: Connection) throws(StoreError) {
    let path = connection.path
    let verdict = try connection.first("PRAGMA quick_check(1)") { $0.text(0) }
    guard verdict == "ok" else { throw .corrupt(path: path, detail: verdict ?? "no answer") }
    try Migrations.refuseForeign(connection)
    guard try Migrations.areBegun(in: connection) else { throw .foreign(path: path, detail: "it is empty") }
    let names = try connection.all("SELECT name FROM migration ORDER BY number") { $0.text(0) }
    for (number, name) in names.enumerated()
    where number >= Migrations.steps.count || Migrations.steps[number].name != name {
      throw .newer(path: path, migration: name)
    }
  }
}

extension Connection {
  /// Adds a line to the audit trail, in the transaction of what it tells of.
  func note(_ action: String, _ subject: String, _ detail: String = "", at now: Timestamp, by actor: Actor)
    throws(StoreError)
  {
    let person: SQLValue =
      switch actor {
      case .person(let id): .integer(id.rawValue)
      case .system: .null
      }
    try run(
      "INSERT INTO audit (at, actor, action, subject, detail) VALUES (?, ?, ?, ?, ?)",
      .integer(now), person, .text(action), .text(subject), .text(detail))
  }
}
