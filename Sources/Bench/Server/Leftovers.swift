import Dispatch
import Glibc
import Synchronization

/// What must not outlive this program: the process groups that it started, and its temporary folders.
enum Leftovers {
  private struct State {
    var groups: Set<pid_t> = []
    var folders: Set<String> = []
    /// True once nothing may be started any more.
    var isOver = false
    /// For the end that this program does not see coming.
    lazy var caretaker = Caretaker()
  }

  private static let state = Mutex(State())

  /// From now on an interrupt or a request to stop tidies up before it ends the program.
  static func tidyUpWhenInterrupted() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    // Whoever reads what is printed may leave before the end.
    signal(SIGPIPE, SIG_IGN)
    // Threads that begin from now on inherit this, so the signal comes to the one that waits.
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    DispatchQueue(label: "interrupt").async { [signals] in
      var signals = signals
      var number: Int32 = 0
      while sigwait(&signals, &number) != 0 {}
      tidyUp()
      _exit(128 + number)
    }
  }

  /// Starts a process group.
  /// - Parameter start: Returns the group.
  static func start(_ start: () throws(BenchFailure) -> pid_t) throws(BenchFailure) -> pid_t {
    try state.withLock { state throws(BenchFailure) in
      guard !state.isOver else { throw BenchFailure("interrupted") }
      let group = try start()
      state.groups.insert(group)
      state.caretaker?.add(group)
      return group
    }
  }

  /// The group has ended.
  static func ended(_ group: pid_t) {
    state.withLock { state in
      state.groups.remove(group)
      state.caretaker?.remove(group)
    }
  }

  /// Makes a folder that only this user may write to, and that everybody may read.
  static func makeFolder() throws(BenchFailure) -> String {
    try state.withLock { state throws(BenchFailure) in
      guard !state.isOver else { throw BenchFailure("interrupted") }
      var template = Array("/tmp/course-bench-XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else { throw BenchFailure("a temporary folder", system: errno) }
      let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      // A server that changes its user, as nginx does, must be able to read here.
      chmod(path, 0o755)
      state.folders.insert(path)
      state.caretaker?.add(path)
      return path
    }
  }

  static func removeFolder(_ path: String) {
    remove(path)
    state.withLock { state in
      state.folders.remove(path)
      state.caretaker?.remove(path)
    }
  }

  private static func tidyUp() {
    state.withLock { state in
      state.isOver = true
      for group in state.groups { kill(-group, SIGKILL) }
      for folder in state.folders { remove(folder) }
    }
  }

  /// Removes a file, or a folder with what is in it. Links are not followed.
  private static func remove(_ path: String) {
    guard Glibc.remove(path) != 0, errno == ENOTEMPTY else { return }
    for name in FolderNames.of(path) { remove("\(path)/\(name)") }
    Glibc.remove(path)
  }
}
