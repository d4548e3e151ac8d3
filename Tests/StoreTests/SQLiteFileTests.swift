import CSQLite
import Glibc
import Store
import Testing

@Suite("A file in a bad state gets a clear error and stays as it is")
struct SQLiteFileTests {
  @Test func aFileThatIsNoDatabase() throws {
    let folder = TemporaryFolder()
    let text = [UInt8](repeating: UInt8(ascii: "x"), count: 8192)
    try write(text, to: folder.database)
    #expect { try SQLiteStorage(path: folder.database) } throws: {
      if case .corrupt = $0 as? StoreError { true } else { false }
    }
    #expect(try contents(of: folder.database) == text)
  }

  /// In a process of its own, whose limits nobody else needs.
  @Test("Once it is open, it is read and written although the system has no descriptor left")
  func withoutDescriptors() async {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      let readers = 4
      let storage = try SQLiteStorage(path: folder.database, readers: readers)
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let before = limit.rlim_cur
      limit.rlim_cur = 3
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      _ = try storage.student("Ada")
      // Each reader in its turn.
      for _ in 0..<readers { _ = try storage.submissionCount(exercise: nil) }
      limit.rlim_cur = before
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      storage.close()
    }
  }

  @Test func aDatabaseOfAnotherProgram() throws {
    let folder = TemporaryFolder()
    try execute("CREATE TABLE moz_places (id INTEGER)", on: folder.database)
    let bytes = try contents(of: folder.database)
    for open in [{ _ = try SQLiteStorage(path: $0) }, SQLiteStorage.verify] as [(String) throws -> Void] {
      #expect { try open(folder.database) } throws: { "\($0)".contains("moz_places") }
    }
    #expect(try contents(of: folder.database) == bytes)
    try write([], to: folder.copy)
    #expect { try SQLiteStorage.verify(folder.copy) } throws: { "\($0)".contains("it is empty") }
  }

  @Test func isNobodyElsesToRead() throws {
    let folder = TemporaryFolder()
    let storage = try SQLiteStorage(path: folder.database)
    try storage.backup(to: folder.copy) { _ in }
    storage.close()
    #expect(try rights(of: folder.database) == 0o600)
    #expect(try rights(of: folder.copy) == 0o600, "a backup made by the server")
    unlink(folder.copy)
    try Restoration.backup(folder.database, to: folder.copy) { _ in }
    #expect(try rights(of: folder.copy) == 0o600, "a backup made by the command")
    // However openly a backup was kept, what is restored from it is not.
    #expect(chmod(folder.copy, 0o644) == 0)
    let replaced = try Restoration.restore(folder.copy, to: folder.database, name: "test") { _ in }
    for suffix in ["", "-wal", "-shm"] { unlink((replaced ?? "") + suffix) }
    #expect(try rights(of: folder.database) == 0o600, "what was restored")
  }

  private func rights(of path: String) throws -> mode_t {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status.st_mode & 0o777
  }

  /// A list of people who are known already is matched by index: ten times as long a list takes about ten times as long,
  /// where a search through the table for each would take a hundred times as long.
  @Test func aLongClassListTakesLinearTime() throws {
    let lists: [[NewPerson]] = [1_000, 10_000].map { count in
      (0..<count).map { NewPerson(name: "N \($0)", login: "l\($0)", email: "e\($0)@x.org") }
    }
    let few = TemporaryFolder()
    let many = TemporaryFolder()
    let storages = [try SQLiteStorage(path: few.database), try SQLiteStorage(path: many.database)]
    defer { for storage in storages { storage.close() } }
    for (storage, people) in zip(storages, lists) { _ = try storage.importRoster(people, at: 1, by: .system) }
    // Whatever else the machine does only makes a measurement longer.
    var shortest = [Duration](repeating: .seconds(3600), count: 2)
    for round in 0..<10 where round == 0 || shortest[1] / shortest[0] > 30 {
      for (index, people) in lists.enumerated() {
        let begun = ContinuousClock.now
        #expect(try storages[index].importRoster(people, at: 2, by: .system).unchanged == people.count)
        shortest[index] = min(shortest[index], .now - begun)
      }
    }
    #expect(shortest[1] / shortest[0] <= 30, "\(shortest)")
  }

  @Test func aFolderThatDoesNotExist() {
    #expect { try SQLiteStorage(path: "/tmp/no-such-folder-of-course/x.sqlite") } throws: {
      if case .cannotOpen(let path, _) = $0 as? StoreError { path.hasSuffix("x.sqlite") } else { false }
    }
  }

  @Test func aFileOfANewerVersion() throws {
    let folder = TemporaryFolder()
    try SQLiteStorage(path: folder.database).close()
    try execute("INSERT INTO migration VALUES (99, 'time travel')", on: folder.database)
    #expect(throws: StoreError.newer(path: folder.database, migration: "time travel")) {
      try SQLiteStorage(path: folder.database)
    }
    #expect(throws: StoreError.newer(path: folder.database, migration: "time travel")) {
      try SQLiteStorage.verify(folder.database)
    }
  }

  @Test func aDamagedFileIsFoundBeforeItIsRestored() throws {
    let folder = TemporaryFolder()
    let storage = try SQLiteStorage(path: folder.database)
    for number in 0..<300 { _ = try storage.student("Student \(number)") }
    storage.close()
    try execute("PRAGMA wal_checkpoint(TRUNCATE)", on: folder.database)
    try SQLiteStorage.verify(folder.database)
    var bytes = try contents(of: folder.database)
    for index in bytes.indices.dropFirst(8192) { bytes[index] = 0xA5 }
    try write(bytes, to: folder.copy)
    #expect { try SQLiteStorage.verify(folder.copy) } throws: {
      if case .corrupt = $0 as? StoreError { true } else { false }
    }
  }

  @Test func aFullDiskLosesNothingAcknowledged() throws {
    let folder = TemporaryFolder()
    let storage = try SQLiteStorage(path: folder.database, pageLimit: 60)
    defer { storage.close() }
    let ada = try storage.student()
    var taken: [SubmissionID] = []
    var refused: StoreError?
    for number in 0..<100 where refused == nil {
      let handedIn = NewSubmission(person: ada.id, exercise: "e", body: [UInt8](repeating: 7, count: 8000))
      do {
        taken.append(try storage.accepted(handedIn, claim("\(number)")))
      } catch let error as StoreError { refused = error }
    }
    #expect(refused == .full(path: folder.database))
    #expect(taken.count > 5)
    #expect(try storage.submissions(person: ada.id, exercise: nil, after: nil, limit: 200).map(\.id) == taken)
    #expect(throws: StoreError.full(path: folder.database)) {
      try storage.accepted(
        NewSubmission(person: ada.id, exercise: "e", body: [UInt8](repeating: 7, count: 8000)), claim("again"))
    }
    #expect(try storage.settle(taken[0], response(202, "small")) == response(202, "small"), "what fits is still kept")
  }

  @Test func aBackupIsWholeWhileTheCourseGoesOn() throws {
    let folder = TemporaryFolder()
    let storage = try SQLiteStorage(path: folder.database)
    defer { storage.close() }
    for number in 0..<500 { _ = try storage.student("Student \(number)") }
    var shares: [Double] = []
    try storage.backup(to: folder.copy) { shares.append($0) }
    #expect(shares.last == 1)
    try SQLiteStorage.verify(folder.copy)
    let copy = try SQLiteStorage(path: folder.copy)
    defer { copy.close() }
    #expect(try copy.people(role: nil, after: nil, limit: 1000).count == 500)
  }

  @Test("A backup comes to its end although every step of it is followed by a write")
  func backupBesideWrites() throws {
    let folder = TemporaryFolder()
    let storage = try SQLiteStorage(path: folder.database)
    defer { storage.close() }
    for number in 0..<50 {
      let person = try storage.student("Student \(number)")
      let body = [UInt8](repeating: 1, count: 400_000)
      _ = try storage.accepted(NewSubmission(person: person.id, exercise: "e", body: body), claim("\(number)"))
    }
    var shares: [Double] = []
    try storage.backup(to: folder.copy) { share in
      shares.append(share)
      _ = try? storage.student("Late \(shares.count)")
    }
    #expect(shares.count > 3)
    #expect(shares == shares.sorted(), "it never begins again")
    #expect(try storage.people(role: nil, after: nil, limit: 1000).count == 50 + shares.count)
    let copy = try SQLiteStorage(path: folder.copy)
    defer { copy.close() }
    #expect(try copy.people(role: nil, after: nil, limit: 1000).count == 50, "it is of one moment")
  }

  @Test func oneThatFailsTakesNothingWithIt() throws {
    let folder = TemporaryFolder()
    let storage = try SQLiteStorage(path: folder.database)
    defer { storage.close() }
    let ada = try storage.student()
    let slots = (0..<100).map { _ in Slot<Result<Acceptance, StoreError>>() }
    for (number, slot) in slots.enumerated() {
      // Every third is from nobody, in the same batch as the others.
      let person = number % 3 == 0 ? PersonID(rawValue: 999) : ada.id
      storage.accept(NewSubmission(person: person, exercise: "e", body: [1]), claim: claim("\(number)"), at: 1) {
        slot.set($0)
      }
    }
    for (number, slot) in slots.enumerated() {
      switch try slot.wait() {
      case .success(.accepted): #expect(number % 3 != 0)
      case let outcome:
        #expect(number % 3 == 0)
        #expect(throws: StoreError.unknownPerson) { try outcome.get() }
      }
    }
    #expect(try storage.submissions(person: nil, exercise: nil, after: nil, limit: 200).count == 66)
  }

  @Test func closedIsClosed() throws {
    let folder = TemporaryFolder()
    let storage = try SQLiteStorage(path: folder.database)
    storage.close()
    #expect(throws: StoreError.closed) { try storage.student() }
  }

  @Test("It closes when nobody has it any more, once it has done what it was given")
  func letGo() throws {
    let folder = TemporaryFolder()
    let outcome = Slot<Result<Acceptance, StoreError>>()
    do {
      let storage = try SQLiteStorage(path: folder.database)
      let submission = NewSubmission(person: try storage.student().id, exercise: "e", body: [1])
      #expect(try filesOpen(below: folder.path).count > 2)
      storage.accept(submission, claim: claim("a"), at: 1) { [storage] result in
        // The last to have it may be its own thread, which must not wait for itself.
        withExtendedLifetime(storage) { outcome.set(result) }
      }
    }
    _ = try outcome.wait().get()
    let end = ContinuousClock.now + .seconds(120)
    while try !filesOpen(below: folder.path).isEmpty, ContinuousClock.now < end { usleep(1000) }
    #expect(try filesOpen(below: folder.path) == [])
    let storage = try SQLiteStorage(path: folder.database)
    defer { storage.close() }
    #expect(try storage.submissionCount(exercise: "e") == 1)
  }

  /// What this process has open of a folder's files.
  private func filesOpen(below folder: String) throws -> [String] {
    let stream = try #require(opendir("/proc/self/fd"))
    defer { closedir(stream) }
    let nameOffset = try #require(MemoryLayout<dirent>.offset(of: \.d_name))
    var paths: [String] = []
    while let entry = readdir(stream) {
      let name = String(cString: (UnsafeRawPointer(entry) + nameOffset).assumingMemoryBound(to: CChar.self))
      var path = [UInt8](repeating: 0, count: 4096)
      let count = path.withUnsafeMutableBytes { readlink("/proc/self/fd/\(name)", $0.baseAddress!, $0.count) }
      if count > 0 { paths.append(String(decoding: path[..<count], as: UTF8.self)) }
    }
    return paths.filter { $0.hasPrefix(folder) }
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
  }
}
