import Glibc
import Threads

/// The one thread that writes. What waits when it gets its turn becomes one transaction and one flush to the disk, so the
/// more wait, the less each costs (group commit). A piece that fails takes nothing with it.
final class Writer: Sendable {
  /// What a piece of work does inside the transaction, and then, told whether that became durable, outside it. The first
  /// may be done again, after what it did was undone.
  struct Piece: Sendable {
    let body: @Sendable (Connection) throws(StoreError) -> Void
    let done: @Sendable (StoreError?) -> Void
  }

  private struct State {
    var waiting: [Piece] = []
    var isClosed = false
    var isFinished = false

    /// What waits, up to so many. The buffer changes hands whole where it can: nothing is copied, and nothing shared.
    mutating func take(_ most: Int) -> [Piece] {
      if waiting.count <= most { return exchange(&waiting, with: []) }
      defer { waiting.removeFirst(most) }
      return waiting.prefix(most).map { $0 }
    }
  }

  /// Pieces in one transaction at most, so that the first of them is not kept waiting for long.
  private static let batch = 512

  private let state = Monitor(State())

  /// Takes over the connection.
  /// - Throws: `StoreError.failed` if the system has no thread left.
  init(_ connection: sending Connection) throws(StoreError) {
    let box = Handover(connection)
    let isStarted = SystemThread.start { [self] in
      box.take { connection in serve(connection) }
      state.withLock { $0.isFinished = true }
      state.wakeAll()
    }
    guard isStarted else { throw .failed(code: Int(EAGAIN), detail: "the system refuses a thread") }
  }

  /// Queues a piece of work; `done` is called once, on the writer's thread, and must not block.
  func submit(_ piece: Piece) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.waiting.append(piece) }
      return state.isClosed
    }
    if isClosed { piece.done(.closed) } else { state.wakeAll() }
  }

  /// Queues a piece of work and hands its result over once it is durable.
  func submit<T: Sendable>(
    _ body: @escaping @Sendable (Connection) throws(StoreError) -> T,
    completion: @escaping @Sendable (Result<T, StoreError>) -> Void
  ) {
    let value = Box<T>()
    submit(
      Piece(
        body: { connection throws(StoreError) in value.set(try body(connection)) },
        done: { error in
          if let error { return completion(.failure(error)) }
          completion(value.value.map { .success($0) } ?? .failure(.closed))
        }))
  }

  /// Runs a piece of work and waits until it is durable.
  func perform<T: Sendable>(_ body: @escaping @Sendable (Connection) throws(StoreError) -> T) throws(StoreError) -> T {
    let outcome = Monitor<Result<T, StoreError>?>(nil)
    submit(body) { result in
      outcome.withLock { $0 = result }
      outcome.wakeAll()
    }
    return try outcome.wait { $0 }.get()
  }

  /// Lets what waits finish and refuses the rest. The thread ends then, and with it the connection. Does not block.
  func end() {
    state.withLock { $0.isClosed = true }
    state.wakeAll()
  }

  /// The same, and returns when the thread is done.
  func close() {
    end()
    state.wait { $0.isFinished ? () : nil }
  }

  private func serve(_ connection: Connection) {
    while true {
      let pieces = state.wait { state -> [Piece]? in
        let pieces = state.take(Writer.batch)
        return pieces.isEmpty && !state.isClosed ? nil : pieces
      }
      guard !pieces.isEmpty else { break }
      commit(pieces, to: connection)
    }
    // So that the one file holds everything. Where that fails, the next start reads the rest from beside it.
    try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private func commit(_ pieces: [Piece], to connection: Connection) {
    var failures = [StoreError?](repeating: nil, count: pieces.count)
    do throws(StoreError) {
      try connection.run("BEGIN IMMEDIATE")
      if try !attemptTogether(pieces, on: connection, &failures) {
        try connection.run("ROLLBACK")
        try connection.run("BEGIN IMMEDIATE")
        for (index, piece) in pieces.enumerated() {
          failures[index] = try attempt(piece, on: connection)
        }
      }
      try connection.run("COMMIT")
    } catch {
      // Nothing of the batch is durable: a full disk or a failing one.
      if connection.isInTransaction { try? connection.execute("ROLLBACK") }
      for index in failures.indices { failures[index] = failures[index] ?? error }
    }
    for (piece, failure) in zip(pieces, failures) { piece.done(failure) }
  }

  /// Runs pieces without a savepoint for each, which would cost a sixth of them. Most that fail fail before they write,
  /// so that there is nothing to undo.
  /// - Returns: False if one failed after it had written; throws what makes the whole transaction void.
  private func attemptTogether(_ pieces: [Piece], on connection: Connection, _ failures: inout [StoreError?])
    throws(StoreError) -> Bool
  {
    for (index, piece) in pieces.enumerated() {
      let changes = connection.totalChanges
      do throws(StoreError) {
        failures[index] = nil
        try piece.body(connection)
      } catch {
        guard connection.isInTransaction else { throw error }
        guard connection.totalChanges == changes else { return false }
        failures[index] = error
      }
    }
    return true
  }

  /// Runs a piece as a savepoint of its own.
  /// - Returns: what the piece itself threw, undone; throws what makes the whole transaction void.
  private func attempt(_ piece: Piece, on connection: Connection) throws(StoreError) -> StoreError? {
    try connection.run("SAVEPOINT piece")
    var failure: StoreError?
    do throws(StoreError) {
      try piece.body(connection)
    } catch {
      // SQLite may have given up the transaction by itself, as it does when the disk is full.
      guard connection.isInTransaction else { throw error }
      failure = error
      try connection.run("ROLLBACK TO piece")
    }
    try connection.run("RELEASE piece")
    return failure
  }
}
