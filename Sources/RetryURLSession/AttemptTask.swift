import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One attempt: a data task that ends when its response is there, its time is up, or its Swift task is cancelled.
///
/// URLSession's own timeouts do not do: `timeoutInterval` counts from the last byte, so that a slow drip never ends, and
/// on Linux it is cut to whole seconds and `timeoutIntervalForResource` is not enforced.
final class AttemptTask: Sendable {
  private enum State {
    case idle
    case running(URLSessionTask)
    case ended
  }

  private let state = Mutex(State.idle)

  /// - Throws: `URLError`, of code `timedOut` when the limit has passed.
  static func load(_ request: URLRequest, in session: URLSession, within limit: Duration) async throws -> (
    Data, URLResponse
  ) {
    let attempt = AttemptTask()
    let timer = Task {
      try await Task.sleep(for: limit)
      attempt.end()
    }
    defer { timer.cancel() }
    do {
      return try await withTaskCancellationHandler {
        try await attempt.run(request, in: session)
      } onCancel: {
        attempt.end()
      }
    } catch let error as URLError where error.code == .cancelled && !Task.isCancelled {
      throw URLError(.timedOut)
    }
  }

  private func run(_ request: URLRequest, in session: URLSession) async throws -> (Data, URLResponse) {
    try await withCheckedThrowingContinuation { continuation in
      let task = session.dataTask(with: request) { data, response, error in
        if let error {
          continuation.resume(throwing: error)
        } else if let response {
          continuation.resume(returning: (data ?? Data(), response))
        } else {
          continuation.resume(throwing: URLError(.badServerResponse))
        }
      }
      let isEnded = state.withLock { state in
        if case .ended = state { return true }
        state = .running(task)
        return false
      }
      if isEnded { task.cancel() }
      task.resume()
    }
  }

  private func end() {
    let running = state.withLock { state -> URLSessionTask? in
      defer { state = .ended }
      if case .running(let task) = state { return task }
      return nil
    }
    running?.cancel()
  }
}
