extension Connection {
  /// Reads a file that may be anybody's, and leaves nothing beside it that was not there.
  ///
  /// SQLite makes a log and its index for whoever reads a database that is meant to have them. A connection that may not
  /// write cannot take them away again; one that may does so when it is closed, unless somebody else has the file open.
  static func reading<Value>(
    _ path: String, _ body: (Connection) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let hadLog = File.exists(path + "-wal")
    // A log that was there holds what is not in the file yet, and is not ours to write into it.
    defer { if !hadLog, File.exists(path + "-wal") { tidy(path) } }
    return try use(Connection(path, .readOnly), body)
  }

  /// The connection is closed when this returns.
  private static func use<Value>(
    _ connection: consuming Connection, _ body: (Connection) throws(StoreError) -> Value
  ) throws(StoreError) -> Value { try body(connection) }

  /// Opens the log and lets it go. Whatever is wrong with the file was told to whoever read it.
  private static func tidy(_ path: String) {
    _ = try? Connection(path, .readWrite).first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
  }
}
