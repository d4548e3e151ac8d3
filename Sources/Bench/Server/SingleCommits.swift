import CSQLite

/// A table that one row at a time is committed to, each on the disk before the next: what one who knows nothing of
/// group commit gets of SQLite.
package final class SingleCommits {
  private var handle: OpaquePointer?
  private var statement: OpaquePointer?
  private let row: [UInt8]

  /// - Parameter row: What every row holds.
  package init(_ file: String, row: [UInt8]) throws(BenchFailure) {
    self.row = row
    guard sqlite3_open(file, &handle) == SQLITE_OK else { throw failure }
    // As durable as what the server acknowledges: in the log, and the log on the disk, before the commit returns.
    let tables = """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      CREATE TABLE submission (id INTEGER PRIMARY KEY, person INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
      """
    guard sqlite3_exec(handle, tables, nil, nil, nil) == SQLITE_OK,
      sqlite3_prepare_v2(handle, "INSERT INTO submission (person, body) VALUES (1, ?)", -1, &statement, nil)
        == SQLITE_OK
    else { throw failure }
  }

  deinit {
    sqlite3_finalize(statement)
    sqlite3_close(handle)
  }

  /// Commits rows for so long.
  /// - Returns: rows a second.
  package func rate(seconds: Double) throws(BenchFailure) -> Double {
    let start = ContinuousClock.now
    let end = start + .seconds(seconds)
    var rows = 0
    while ContinuousClock.now < end {
      sqlite3_reset(statement)
      // Nil for the destructor: the bytes stay where they are until the statement has run.
      let code = row.withUnsafeBytes { bytes in
        sqlite3_bind_blob(statement, 1, bytes.baseAddress, Int32(bytes.count), nil)
        return sqlite3_step(statement)
      }
      guard code == SQLITE_DONE else { throw failure }
      rows += 1
    }
    return Double(rows) / ((ContinuousClock.now - start) / .seconds(1))
  }

  private var failure: BenchFailure { BenchFailure("SQLite: \(String(cString: sqlite3_errmsg(handle)))") }
}
