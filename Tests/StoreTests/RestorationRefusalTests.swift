import Glibc
import Store
import Testing

extension RestorationTests {
  @Test(
    "Another program's database is never replaced",
    arguments: ["CREATE TABLE moz_places (id)", "CREATE TABLE migration (number, name)", "CREATE TABLE migration (id)"])
  func foreignDatabase(sql: String) throws {
    let folder = TemporaryFolder()
    let (copy, other) = (folder.copy, "\(folder.path)/other.sqlite")
    defer { clear(folder.path) }
    try make(folder.database, 3)
    try Restoration.backup(folder.database, to: folder.copy) { _ in }
    try execute(sql, on: other)
    let refusals: [() throws -> Void] = [
      { _ = try Restoration.restore(copy, to: other, name: "test") { _ in } },
      { _ = try SQLiteStorage(path: other) },
    ]
    for refusal in refusals {
      #expect {
        try refusal()
      } throws: {
        "\($0)".contains("is no course database") && !"\($0)".contains("restore")
      }
    }
    #expect {
      try Restoration.restore(other, to: folder.database, name: "test") { _ in }
    } throws: {
      if case .unsoundBackup(other, _) = $0 as? StoreError { true } else { false }
    }
    #expect(access("\(other).before-test", F_OK) != 0)
    #expect(throws: StoreError.self) { try SQLiteStorage.verify(other) }
    #expect(try count(folder.database) == 3)
  }

  @Test("A file that got the backup's name meanwhile stays")
  func nameTakenMeanwhile() throws {
    let folder = TemporaryFolder()
    try make(folder.database, 3)
    #expect(throws: StoreError.exists(path: folder.copy)) {
      try Restoration.backup(folder.database, to: folder.copy) { _ in
        guard let file = fopen(folder.copy, "w") else { return }
        fputs("mine", file)
        fclose(file)
      }
    }
    #expect(try content(of: folder.copy) == "mine")
    let other = "\(folder.path)/other.sqlite"
    for hasLinks in [true, false] {
      #expect(throws: StoreError.exists(path: folder.copy)) {
        try File.move(folder.database, to: folder.copy, hasLinks: hasLinks)
      }
      #expect(try content(of: folder.copy) == "mine")
      try File.move(folder.copy, to: other, hasLinks: hasLinks)
      #expect(access(folder.copy, F_OK) != 0)
      try File.move(other, to: folder.copy, hasLinks: hasLinks)
      #expect(try content(of: folder.copy) == "mine")
    }
    #expect(try count(folder.database) == 3)
    unlink(folder.copy)
    for suffix in ["", "-wal", "-shm"] { unlink(folder.database + suffix) }
    #expect(rmdir(folder.path) == 0, "nothing is left over")
  }

  private func content(of path: String) throws -> String {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
