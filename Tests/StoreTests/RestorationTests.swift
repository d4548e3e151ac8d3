import CSQLite
import Glibc
import Store
import Testing

@Suite("A backup takes the place of a database, or nothing changes")
struct RestorationTests {
  func make(_ path: String, _ students: Int) throws {
    let storage = try SQLiteStorage(path: path)
    defer { storage.close() }
    for number in 0..<students { _ = try storage.student("Student \(number)") }
  }

  func count(_ path: String) throws -> Int {
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
      #expect {
        try Restoration.restore(folder.copy, to: folder.database, name: "test") { _ in }
      } throws: {
        guard case .unsoundBackup(folder.copy, _) = $0 as? StoreError else { return false }
        return !"\($0)".contains("course restore")
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

  @Test("A log that outlived its database is not read into the backup")
  func logWithoutDatabase() throws {
    let folder = TemporaryFolder()
    let stale = "\(folder.path)/stale"
    try make(folder.database, 3)
    try Restoration.backup(folder.database, to: folder.copy) { _ in }
    do {
      let storage = try SQLiteStorage(path: folder.database)
      defer { storage.close() }
      for number in 0..<5 { _ = try storage.student("Late \(number)") }
      // As they are when the program is killed here.
      for suffix in ["-wal", "-shm"] { try duplicate(folder.database + suffix, to: stale + suffix) }
    }
    for suffix in ["", "-wal", "-shm"] { unlink(folder.database + suffix) }
    for suffix in ["-wal", "-shm"] { #expect(rename(stale + suffix, folder.database + suffix) == 0) }
    let kept = try Restoration.restore(folder.copy, to: folder.database, name: "test") { _ in }
    #expect(kept == "\(folder.database).before-test-wal")
    #expect(access(folder.database + "-wal", F_OK) != 0)
    #expect(access("\(folder.database).before-test-wal", F_OK) == 0)
    #expect(access("\(folder.database).before-test-shm", F_OK) == 0)
    #expect(try count(folder.database) == 3)
    try SQLiteStorage.verify(folder.database)
    clear(folder.path)
  }

  @Test("Wherever a restore is cut off, a whole database stands under the name")
  func cutOff() throws {
    let folder = TemporaryFolder()
    let (database, probe) = (folder.database, "\(folder.path)/other.sqlite")
    try make(database, 3)
    try Restoration.backup(database, to: folder.copy) { _ in }
    try make(database, 2)
    var counts: [Int] = []
    let kept = try Restoration.restore(
      folder.copy, to: database, name: "test", progress: { _ in },
      moment: {
        // What would be found if the power failed now.
        for suffix in ["", "-wal"] where access(database + suffix, F_OK) == 0 {
          try? duplicate(database + suffix, to: probe + suffix)
        }
        counts.append((try? count(probe)) ?? -1)
        for suffix in ["", "-wal", "-shm"] { unlink(probe + suffix) }
      })
    #expect(counts.count >= 2)
    #expect(counts.last == 3)
    #expect(counts.dropLast().allSatisfy { $0 == 5 }, "\(counts)")
    #expect(try count(try #require(kept)) == 5)
    #expect(access(database + ".restoring", F_OK) != 0)
    clear(folder.path)
  }

  @Test("No empty database is begun where a restore left another")
  func emptyStart() throws {
    let folder = TemporaryFolder()
    try Restoration.refuseEmptyStart(folder.database)
    try make(folder.copy, 3)
    let kept = "\(folder.database).before-test"
    for (name, remedy) in [(".restoring", "course restore FILE"), (".before-test", "course restore \(kept)")] {
      try duplicate(folder.copy, to: folder.database + name)
      #expect {
        try Restoration.refuseEmptyStart(folder.database)
      } throws: {
        "\($0)".contains("\(folder.database)\(name)") && "\($0)".contains(remedy)
      }
    }
    #expect(throws: StoreError.self) {
      try Restoration.restore("\(folder.database).restoring", to: folder.database, name: "test") { _ in }
    }
    #expect(access("\(folder.database).restoring", F_OK) == 0, "what is to be restored is not removed")
    #expect(try Restoration.restore(kept, to: folder.database, name: "now") { _ in } == nil)
    try Restoration.refuseEmptyStart(folder.database)
    #expect(try count(folder.database) == 3)
    clear(folder.path)
  }

  @Test("A backup removes nothing that it did not make, and names the file that is at fault")
  func backupsBesideOthers() throws {
    let folder = TemporaryFolder()
    let others = folder.copy + ".partial"
    try make(folder.database, 3)
    try duplicate(folder.database, to: others)
    try Restoration.backup(folder.database, to: folder.copy) { _ in }
    #expect(try count(others) == 3)
    unlink(folder.copy)
    try execute("INSERT INTO migration VALUES (99, 'time travel')", on: folder.database)
    #expect(throws: StoreError.newer(path: folder.database, migration: "time travel")) {
      try Restoration.backup(folder.database, to: folder.copy) { _ in }
    }
    let foreign = "\(folder.path)/other.sqlite"
    try execute("CREATE TABLE moz_places (id INTEGER)", on: foreign)
    #expect {
      try Restoration.backup(foreign, to: folder.copy) { _ in }
    } throws: {
      if case .foreign(foreign, _) = $0 as? StoreError { true } else { false }
    }
    #expect(access(folder.copy, F_OK) != 0)
    for suffix in ["", "-wal", "-shm"] { unlink(others + suffix) }
    clear(folder.path)
    for suffix in ["", "-wal", "-shm"] { unlink(folder.database + suffix) }
    #expect(rmdir(folder.path) == 0, "nothing is left over")
  }

  @Test("A backup removes what a killed one left, and leaves what another is writing")
  func leftovers() throws {
    let folder = TemporaryFolder()
    try make(folder.database, 3)
    let killed = folder.copy + ".partial-a1B2c3"
    let companions = ["", "-journal", "-wal", "-shm"]
    for suffix in companions {
      try duplicate(folder.database, to: killed + suffix)
      #expect(chmod(killed + suffix, 0o600) == 0)
    }
    // A name of another length, that of another copy, and files that no backup made: readable for all, or a folder.
    let others = [
      folder.copy + ".partial-a1B2c3d", "\(folder.path)/other.sqlite.partial-a1B2c3", folder.copy + ".partial-readme",
    ]
    for other in others { try duplicate(folder.database, to: other) }
    for other in others.dropLast() { #expect(chmod(other, 0o600) == 0) }
    #expect(chmod(others[2], 0o644) == 0)
    let place = folder.copy + ".partial-folder"
    #expect(mkdir(place, 0o700) == 0)

    var nested = 0
    try Restoration.backup(folder.database, to: folder.copy) { _ in
      guard nested == 0 else { return }
      nested += 1
      for suffix in companions { #expect(access(killed + suffix, F_OK) != 0, "\(suffix)") }
      do {
        try Restoration.backup(folder.database, to: folder.copy) { _ in }
        #expect(try count(folder.copy) == 3)
      } catch { Issue.record("\(error)") }
      for suffix in ["", "-wal", "-shm"] { unlink(folder.copy + suffix) }
    }
    #expect(nested == 1)
    #expect(try count(folder.copy) == 3, "the one that went on has its file still")
    for other in others { #expect(unlink(other) == 0, "\(other)") }
    #expect(rmdir(place) == 0)
    for suffix in ["", "-wal", "-shm"] { for path in [folder.database, folder.copy] { unlink(path + suffix) } }
    #expect(rmdir(folder.path) == 0, "nothing is left over")
  }

  private func duplicate(_ path: String, to other: String) throws {
    let source = try #require(fopen(path, "r"))
    defer { fclose(source) }
    let target = try #require(fopen(other, "w"))
    defer { fclose(target) }
    var byte = fgetc(source)
    while byte != EOF {
      fputc(byte, target)
      byte = fgetc(source)
    }
  }

  /// What these tests leave beside what the folder removes itself.
  func clear(_ path: String) {
    for name in ["course.sqlite.before-test", "course.sqlite.restoring", "other.sqlite"] {
      for suffix in ["", "-wal", "-shm", ".lock"] { unlink("\(path)/\(name)\(suffix)") }
    }
  }
}
