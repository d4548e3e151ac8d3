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
}
