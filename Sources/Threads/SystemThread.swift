import Glibc

/// A thread that nobody waits for.
package enum SystemThread {
  /// - Returns: false if the system has no thread left.
  @discardableResult
  package static func start(_ body: sending @escaping () -> Void) -> Bool {
    guard let thread = try? ThreadStart.thread(body) else { return false }
    pthread_detach(thread)
    return true
  }
}

/// The system has no thread left.
package struct NoThread: Error, CustomStringConvertible {
  /// An error number, as in errno(3).
  package let code: Int32
  package var description: String { "the system refuses a thread: \(String(cString: strerror(code)))" }
}

/// What a new thread is to do, as C hands it on.
final class ThreadStart {
  private let body: () -> Void

  private init(_ body: @escaping () -> Void) { self.body = body }

  /// A thread that runs the body, to be joined or detached.
  static func thread(_ body: sending @escaping () -> Void) throws(NoThread) -> pthread_t {
    let box = Unmanaged.passRetained(ThreadStart(body))
    var handle = pthread_t()
    let code = pthread_create(&handle, nil, { $0.flatMap(ThreadStart.run) }, box.toOpaque())
    guard code == 0 else {
      box.release()
      throw NoThread(code: code)
    }
    return handle
  }

  private static func run(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadStart>.fromOpaque(box).takeRetainedValue().body()
    return nil
  }
}
