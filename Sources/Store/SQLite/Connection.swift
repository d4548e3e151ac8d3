import CSQLite

/// One connection to a SQLite file. Used by one thread at a time.
final class Connection {
  let path: String
  private let handle: OpaquePointer
  /// Statements by their text, prepared once.
  private var statements: [String: OpaquePointer] = [:]

  enum Mode {
    /// Creates the file if there is none.
    case readWrite
    case readOnly
  }

  init(_ path: String, _ mode: Mode) throws(StoreError) {
    self.path = path
    var handle: OpaquePointer?
    let flags =
      SQLITE_OPEN_NOMUTEX | (mode == .readWrite ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY)
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      let detail = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(handle)
      if code == SQLITE_CANTOPEN { throw .cannotOpen(path: path, detail: detail) }
      throw Connection.error(code, detail, path)
    }
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, 5000)
    try execute("PRAGMA foreign_keys = ON")
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Runs statements that give no rows and take no values.
  func execute(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs one statement to its end.
  func run(_ sql: String, _ values: SQLValue...) throws(StoreError) {
    try each(sql, values) { _ throws(StoreError) in true }
  }

  /// The first row, or nil if there is none.
  func first<T>(_ sql: String, _ values: SQLValue..., read: (Row) throws(StoreError) -> T) throws(StoreError) -> T? {
    var found: T?
    try each(sql, values) { row throws(StoreError) in
      found = try read(row)
      return false
    }
    return found
  }

  func all<T>(_ sql: String, _ values: SQLValue..., read: (Row) throws(StoreError) -> T) throws(StoreError) -> [T] {
    var found: [T] = []
    try each(sql, values) { row throws(StoreError) in
      found.append(try read(row))
      return true
    }
    return found
  }

  /// The number of rows that the last statement changed.
  var changes: Int { Int(sqlite3_changes64(handle)) }
  /// The number of rows that were changed since the file was opened.
  var totalChanges: Int { Int(sqlite3_total_changes64(handle)) }
  var lastInsertedRow: Int { Int(sqlite3_last_insert_rowid(handle)) }
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Calls `row` for each row until it returns false.
  private func each(_ sql: String, _ values: [SQLValue], row: (Row) throws(StoreError) -> Bool) throws(StoreError) {
    let statement = try prepared(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      let code = value.bind(to: statement, at: Int32(index + 1))
      guard code == SQLITE_OK else { throw failure(code) }
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: guard try row(Row(statement: statement)) else { return }
      case SQLITE_DONE: return
      case let code: throw failure(code)
      }
    }
  }

  private func prepared(_ sql: String) throws(StoreError) -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw failure(code) }
    statements[sql] = statement
    return statement
  }

  private func failure(_ code: Int32) -> StoreError {
    Connection.error(code, String(cString: sqlite3_errmsg(handle)), path)
  }

  private static func error(_ code: Int32, _ detail: String, _ path: String) -> StoreError {
    switch code & 0xFF {
    case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt(path: path, detail: detail)
    case SQLITE_BUSY, SQLITE_LOCKED: .locked(path: path)
    case SQLITE_READONLY, SQLITE_PERM: .readOnly(path: path)
    case SQLITE_FULL: .full(path: path)
    case SQLITE_CANTOPEN: .cannotOpen(path: path, detail: detail)
    default: .failed(code: Int(code), detail: detail)
    }
  }

  /// Copies the whole database as of one moment to another connection's file. Writers go on beside it.
  func copy(to target: Connection, progress: (Double) -> Void) throws(StoreError) {
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw target.failure(sqlite3_errcode(target.handle))
    }
    defer { sqlite3_backup_finish(backup) }
    // Holds on to the moment: SQLite would begin again whenever another connection wrote something.
    try execute("BEGIN")
    defer { try? execute("ROLLBACK") }  // Nothing was written, so there is nothing to lose.
    _ = try first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
    while true {
      let code = sqlite3_backup_step(backup, 1024)
      let total = Double(max(1, sqlite3_backup_pagecount(backup)))
      progress(1 - Double(sqlite3_backup_remaining(backup)) / total)
      switch code {
      case SQLITE_DONE: return
      case SQLITE_OK: continue
      case SQLITE_BUSY, SQLITE_LOCKED: sqlite3_sleep(5)
      default: throw target.failure(code)
      }
    }
  }
}

/// A value for a statement's parameter.
enum SQLValue {
  case integer(Int)
  case text(String)
  case blob([UInt8])
  case null

  static func optional(_ value: Int?) -> SQLValue { value.map { .integer($0) } ?? .null }

  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .integer(let value): sqlite3_bind_int64(statement, index, Int64(value))
    case .null: sqlite3_bind_null(statement, index)
    case .text(var value):
      // With its length, so that a NUL inside is kept.
      value.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { text in
          guard let start = text.baseAddress else { return sqlite3_bind_text(statement, index, "", 0, transient) }
          return sqlite3_bind_text(statement, index, start, Int32(text.count), transient)
        }
      }
    case .blob(let value):
      value.isEmpty
        ? sqlite3_bind_zeroblob(statement, index, 0)
        : sqlite3_bind_blob(statement, index, value, Int32(value.count), transient)
    }
  }
}

/// SQLITE_TRANSIENT, a cast that C's header makes and Swift does not import: SQLite copies the bytes.
/// Unsafe only to the compiler: a constant that is never written and never called.
private nonisolated(unsafe) let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

/// The row a statement stands at. Columns count from 0.
struct Row {
  fileprivate let statement: OpaquePointer

  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }

  func optionalInteger(_ column: Int32) -> Int? {
    sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : integer(column)
  }

  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(statement, column) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func blob(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(statement, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
  }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
}
