package import Glibc
import Threads

/// A shell that tidies up where this program cannot: if it is killed, their connection closes, and the shell ends the
/// process groups and removes the folders that it was told of last. Let go, it tidies up at once and is waited for.
package final class Caretaker: Sendable {
  private let connection: Int32
  /// Its process.
  package let shell: pid_t

  private static let script = """
    left=
    while read -r verb what; do
      case $verb in
        +) left="$left $what " ;;
        -) left="${left%% $what *} ${left#* $what }" ;;
      esac
    done
    for what in $left; do case $what in /*) ;; *) kill -s KILL -- "-$what" ;; esac; done
    for what in $left; do case $what in /*) rm -rf -- "$what" ;; esac; done
    """

  /// - Returns: nil if the system has no room for it.
  package init?() {
    var ends: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { return nil }
    let connection = ends[0]
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
    for output: Int32 in 1...2 { posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0) }
    Inheritance.close(from: 3, in: &actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What a terminal sends to this program is not for the shell.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let words: [UnsafeMutablePointer<CChar>?] =
      ["sh", "-c", Caretaker.script].map { (word: String) in strdup(word) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    guard posix_spawn(&process, "/bin/sh", &actions, &attributes, words, environ) == 0 else {
      close(connection)
      return nil
    }
    self.connection = connection
    shell = process
  }

  deinit {
    close(connection)
    // An ended process that nobody waits for keeps others from hearing of their own: Swift Testing's monitor of exit
    // tests is told of the same one over and over.
    while waitpid(shell, nil, 0) < 0, errno == EINTR {}
  }

  package func add(_ group: pid_t) { tell("+ \(group)") }

  package func remove(_ group: pid_t) { tell("- \(group)") }

  /// - Parameter folder: an absolute path without blanks.
  package func add(_ folder: String) { tell("+ \(folder)") }

  package func remove(_ folder: String) { tell("- \(folder)") }

  private func tell(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }
}
