import Glibc
import Store
import Testing

@Suite("A backup takes the place of a database, or nothing changes")
struct RestorationTests {
  private func make(_ path: String, _ students: Int) throws {
    let storage = try SQLiteStorage(path: path)
    defer { storage.close() }
    for number in 0..<students { _ = try storage.student("Student \(number)") }
  }

  private func count(_ path: String) throws -> Int {
    let storage = try SQLiteStorage(path: path)
    defer { storage.close() }
    return try storage.people(role: nil, after: nil, limit: 1000).count
  }

  @Test func aBackupBesideAServer() throws {
    let folder = TemporaryFolder()
    let storage = try SQLiteStorage(path: folder.database)
    defer { storage.close() }
    let lock = try ServingLock(folder.database)
    for number in 0..<7 { _ = try storage.student("Student \(number)") }
    var shares: [Double] = []
    try Restoration.backup(folder.database, to: folder.copy) { shares.append($0) }
    #expect(shares.last == 1)
    #expect(access(folder.copy + "-wal", F_OK) != 0, "it is one file")
    #expect(try count(folder.copy) == 7)
    #expect(throws: StoreError.exists(path: folder.copy)) {
      try Restoration.backup(folder.database, to: folder.copy) { _ in }
    }
    #expect(throws: StoreError.locked(path: folder.database)) { try ServingLock(folder.database) }
    withExtendedLifetime(lock) {}
  }

  @Test func restores() throws {
    let folder = TemporaryFolder()
    try make(folder.database, 3)
    try Restoration.backup(folder.database, to: folder.copy) { _ in }
    try make(folder.database, 2)
    let kept = try Restoration.restore(folder.copy, to: folder.database, name: "test") { _ in }
    #expect(kept == "\(folder.database).before-test")
    #expect(try count(folder.database) == 3)
    #expect(try count(try #require(kept)) == 5)
    #expect(try count(folder.copy) == 3, "the backup is still there")
    #expect(throws: StoreError.exists(path: "\(folder.database).before-test")) {
      try Restoration.restore(folder.copy, to: folder.database, name: "test") { _ in }
    }
    #expect(try count(folder.database) == 3)
    let other = "\(folder.path)/other.sqlite"
    #expect(try Restoration.restore(folder.copy, to: other, name: "test") { _ in } == nil)
    #expect(try count(other) == 3)
    clear(folder.path)
  }

  @Test func notWhileAServerHoldsIt() throws {
    let folder = TemporaryFolder()
    try make(folder.database, 3)
    try Restoration.backup(folder.database, to: folder.copy) { _ in }
    do {
      let lock = try ServingLock(folder.database)
      #expect(throws: StoreError.locked(path: folder.database)) {
        try Restoration.restore(folder.copy, to: folder.database, name: "test") { _ in }
      }
      withExtendedLifetime(lock) {}
    }
    #expect(try Restoration.restore(folder.copy, to: folder.database, name: "test") { _ in } != nil)
    clear(folder.path)
  }

  @Test("A damaged or foreign backup is refused, and the database stays")
  func badBackups() throws {
    let folder = TemporaryFolder()
    try make(folder.database, 3)
    for bytes in [[UInt8](repeating: 7, count: 5000), []] {
      let file = try #require(fopen(folder.copy, "w"))
      #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
      fclose(file)
      #expect(throws: StoreError.self) {
        try Restoration.restore(folder.copy, to: folder.database, name: "test") { _ in }
      }
    }
    #expect(throws: StoreError.self) {
      try Restoration.restore(folder.database, to: folder.database, name: "test") { _ in }
    }
    #expect(throws: StoreError.self) {
      try Restoration.restore("\(folder.path)/nothing", to: folder.database, name: "test") { _ in }
    }
    #expect(access("\(folder.database).before-test", F_OK) != 0)
    #expect(try count(folder.database) == 3)
  }

  @Test("A damaged database gives way, and is kept with its log")
  func damagedDatabase() throws {
    let folder = TemporaryFolder()
    try make(folder.database, 3)
    try Restoration.backup(folder.database, to: folder.copy) { _ in }
    let file = try #require(fopen(folder.database, "w"))
    fputs("no database any more", file)
    fclose(file)
    let kept = try #require(try Restoration.restore(folder.copy, to: folder.database, name: "test") { _ in })
    #expect(try count(folder.database) == 3)
    #expect(access(kept, F_OK) == 0)
    clear(folder.path)
  }

  /// What these tests leave beside what the folder removes itself.
  private func clear(_ path: String) {
    for name in ["course.sqlite.before-test", "other.sqlite"] {
      for suffix in ["", "-wal", "-shm", ".lock"] { unlink("\(path)/\(name)\(suffix)") }
    }
  }
}
