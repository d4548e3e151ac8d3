import Store
import Testing

@Suite("Changes that suppose something of what is there")
struct SuppositionContractTests {
  @Test("A person is changed if they are as was supposed", arguments: Engine.allCases)
  func change(engine: Engine) throws {
    try withStorage(engine) { storage in
      let ada = try storage.student("Ada", login: "ada")
      let bob = try storage.student("Bob", login: "bob")
      let changed = try storage.change(ada.id, supposing: { $0 == ada }, at: 5, by: .system) { $0.name = "Ada L." }
      #expect(changed.name == "Ada L.")
      let trail = try storage.audit(before: nil, limit: 9)
      #expect(throws: StoreError.notAsSupposed) {
        try storage.change(ada.id, supposing: { $0 == ada }, at: 6, by: .system) { $0.name = "Eve" }
      }
      #expect(throws: StoreError.notAsSupposed, "even where the change itself could not be made") {
        try storage.change(ada.id, supposing: { $0 == ada }, at: 6, by: .system) { $0.login = "bob" }
      }
      #expect(throws: StoreError.notAsSupposed, "even where nothing would change") {
        try storage.change(ada.id, supposing: { _ in false }, at: 6, by: .system) { _ in }
      }
      #expect(throws: StoreError.unknownPerson) {
        try storage.change(PersonID(rawValue: 99), supposing: { _ in false }, at: 6, by: .system) { _ in }
      }
      #expect(try storage.person(ada.id) == changed)
      #expect(try storage.person(bob.id) == bob)
      #expect(try storage.audit(before: nil, limit: 9) == trail)
    }
  }

  @Test("A person is deleted if they are as was supposed", arguments: Engine.allCases)
  func delete(engine: Engine) throws {
    try withStorage(engine) { storage in
      let ada = try storage.student("Ada")
      let changed = try storage.change(ada.id, at: 5, by: .system) { $0.name = "Ada L." }
      #expect(throws: StoreError.notAsSupposed) {
        try storage.delete(ada.id, supposing: { $0 == ada }, at: 6, by: .system)
      }
      #expect(try storage.person(ada.id) == changed)
      try storage.delete(ada.id, supposing: { $0 == changed }, at: 7, by: .system)
      #expect(try storage.person(ada.id) == nil)
      #expect(throws: StoreError.unknownPerson) {
        try storage.delete(ada.id, supposing: { _ in false }, at: 8, by: .system)
      }
    }
  }

  @Test("Settings are set if they are as was supposed, also where nothing was set", arguments: Engine.allCases)
  func settings(engine: Engine) throws {
    try withStorage(engine) { storage in
      let none = ExerciseSettings(exercise: "e")
      let first = ExerciseSettings(exercise: "e", deadline: 5, timeZone: "Europe/Zurich", attemptLimit: 3)
      let second = ExerciseSettings(exercise: "e", attemptLimit: 4, showsSolutionAfterDeadline: true)
      try storage.set(ExerciseSettings(exercise: "other", attemptLimit: 9), told: "", at: 1, by: .system)
      #expect(throws: StoreError.notAsSupposed) {
        try storage.set(first, told: "", supposing: { $0 == first }, at: 2, by: .system)
      }
      #expect(try storage.settings().map(\.exercise) == ["other"])
      try storage.set(first, told: "", supposing: { $0 == none }, at: 3, by: .system)
      #expect(throws: StoreError.notAsSupposed) {
        try storage.set(second, told: "", supposing: { $0 == none }, at: 4, by: .system)
      }
      #expect(try storage.settings().first == first)
      try storage.set(second, told: "", supposing: { $0 == first }, at: 5, by: .system)
      #expect(try storage.settings().first == second)
      #expect(try storage.audit(before: nil, limit: 9).map(\.at) == [5, 3, 1])
    }
  }

  /// Of all that suppose the same, one comes first, and the others see what it made.
  @Test("Of many at once one is made", arguments: Engine.allCases)
  func together(engine: Engine) async throws {
    let folder = TemporaryFolder()
    let storage = try engine.open(folder.database)
    defer { storage.close() }
    let ada = try storage.student("Ada")
    let made = await withTaskGroup(of: Bool.self) { group in
      for number in 1...20 {
        group.addTask {
          (try? storage.change(ada.id, supposing: { $0 == ada }, at: 5, by: .system) { $0.name = "Ada \(number)" })
            != nil
        }
      }
      return await group.reduce(into: 0) { count, isMade in if isMade { count += 1 } }
    }
    #expect(made == 1)
    #expect(try storage.audit(before: nil, limit: 99).filter { $0.action == "person.change" }.count == 1)
  }
}
