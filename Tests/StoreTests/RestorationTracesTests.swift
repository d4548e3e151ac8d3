import Glibc
import Store
import Testing

extension RestorationTests {
  @Test("What is read and not changed has nothing beside it that was not there, refused or not")
  func nothingBeside() throws {
    let folder = TemporaryFolder()
    let (database, backup) = (folder.database, "\(folder.path)/other.sqlite")
    func beside(_ path: String) -> [String] { ["-wal", "-shm", "-journal"].filter { access(path + $0, F_OK) == 0 } }
    try make(database, 3)
    // It has a log whenever it is open. Whoever reads alone cannot take that away, so one who may write is the last.
    func makeBackup() throws {
      try make(backup, 2)
      try execute("SELECT count(*) FROM sqlite_schema", on: backup)
    }
    try makeBackup()
    #expect(beside(backup) == [])
    _ = try Restoration.restore(backup, to: database, name: "test") { _ in }
    #expect(beside(backup) == [] && beside(database) == [])
    try Restoration.backup(backup, to: folder.copy) { _ in }
    #expect(beside(backup) == [] && beside(folder.copy) == [])

    let foreign = "CREATE TABLE moz_places (id INTEGER); DROP TABLE migration;"
    let newer = "INSERT INTO migration VALUES (99, 'time travel')"
    for (change, page) in [(newer, 0), (foreign, 0), ("", 2)] {
      try execute(change, on: backup)
      if page > 0 { try damage(backup, page: page) }
      let before = try contents(of: backup)
      #expect(throws: StoreError.self) { try Restoration.restore(backup, to: database, name: "new") { _ in } }
      #expect(beside(backup) == [], "\(change)")
      #expect(try contents(of: backup) == before)
      #expect(throws: StoreError.self) { try Restoration.backup(backup, to: "\(folder.copy)-2") { _ in } }
      #expect(beside(backup) == [] && access("\(folder.copy)-2", F_OK) != 0, "\(change)")
      if change == newer { try execute("DELETE FROM migration WHERE number = 99", on: backup) }
      if change == foreign {
        #expect(throws: StoreError.self) { try Restoration.restore(folder.copy, to: backup, name: "new") { _ in } }
        #expect(beside(backup) == [])
        for suffix in ["", ".lock"] { unlink(backup + suffix) }
        try makeBackup()
      }
    }
    #expect(try count(database) == 2)
    clear(folder.path)
  }

  /// Writes what no database holds over a page of 4 KiB, counted from 1.
  private func damage(_ path: String, page: Int) throws {
    let file = try #require(fopen(path, "r+"))
    defer { fclose(file) }
    #expect(fseek(file, (page - 1) * 4096, SEEK_SET) == 0)
    for _ in 0..<4096 { fputc(7, file) }
  }
}
