import Bench
import Glibc
import Testing

@Suite struct `Programs that run beside` {
  @Test func `lines come as they are written, and the rest at the end`() throws {
    let folder = try TemporaryFolder()
    let child = try ChildProcess(["/bin/sh", "-c", "echo one; echo two; echo three"], in: folder)
    #expect(try child.line() == "one")
    #expect(try child.wholeOutput(within: .seconds(10)) == "two\nthree\n")
  }

  @Test func `a failure says what the program said`() throws {
    let folder = try TemporaryFolder()
    let child = try ChildProcess(["/bin/sh", "-c", "echo no such luck >&2; exit 3"], in: folder)
    let error = #expect(throws: BenchFailure.self) { try child.line() }
    #expect(error?.description.contains("no such luck") == true)
  }

  @Test func `what it started ends with it, however stubborn`() throws {
    let folder = try TemporaryFolder()
    let child = try ChildProcess(["/bin/sh", "-c", "(trap '' TERM; exec sleep 1000) & echo $!; wait"], in: folder)
    let grandchild = try #require(pid_t(try child.line()))
    #expect(kill(grandchild, 0) == 0)
    child.stop()
    let end = ContinuousClock.now + .seconds(10)
    while isRunning(grandchild), ContinuousClock.now < end { usleep(2_000) }
    #expect(!isRunning(grandchild))
  }

  @Test func `a status that is expected is no failure`() throws {
    let folder = try TemporaryFolder()
    func output(_ status: Int, orStatus other: Int32) throws -> String {
      try ChildProcess(["/bin/sh", "-c", "echo done; exit \(status)"], in: folder)
        .wholeOutput(within: .seconds(10), orStatus: other)
    }
    #expect(try output(1, orStatus: 1) == "done\n")
    #expect(try output(0, orStatus: 1) == "done\n")
    #expect(throws: BenchFailure.self) { try output(2, orStatus: 1) }
  }

  @Test func `what a killed bench leaves behind is tidied up`() throws {
    let folder = try TemporaryFolder()
    let (left, kept) = (try sleeper(in: folder), try sleeper(in: folder))
    for name in ["left", "kept"] { try folder.makeFolder(name) }
    try folder.write("left/file", "text")
    var caretaker = Caretaker()
    let shell = try #require(caretaker?.shell)
    for child in [left, kept] { caretaker?.add(child.id) }
    for name in ["left", "kept"] { caretaker?.add("\(folder.path)/\(name)") }
    caretaker?.remove(kept.id)
    caretaker?.remove("\(folder.path)/kept")
    // The connection closes, as it does when the process that holds it is killed.
    caretaker = nil
    let end = ContinuousClock.now + .seconds(10)
    while isRunning(left.id), ContinuousClock.now < end { usleep(2_000) }
    #expect(!isRunning(left.id))
    #expect(access("\(folder.path)/left", F_OK) != 0)
    #expect(ProcessTable.text(of: "/proc/\(shell)/stat") == nil, "it has ended, and somebody took note")
    #expect(isRunning(kept.id))
    #expect(access("\(folder.path)/kept", F_OK) == 0)
  }

  private func sleeper(in folder: TemporaryFolder) throws -> ChildProcess {
    let child = try ChildProcess(["/bin/sh", "-c", "echo ready; exec sleep 1000"], in: folder)
    _ = try child.line()
    return child
  }

  @Test func `it has what it is given beside what there is`() throws {
    let folder = try TemporaryFolder()
    setenv("COURSE_BENCH_TEST", "ours", 1)
    defer { unsetenv("COURSE_BENCH_TEST") }
    let child = try ChildProcess(
      ["/bin/sh", "-c", "echo ${COURSE_BENCH_TEST-none} $GIVEN ${PATH:+path}"], environment: ["GIVEN=this"], in: folder)
    #expect(try child.line() == "none this path")
  }

  @Test func `a folder goes with all that is in it`() throws {
    var folder: TemporaryFolder? = try TemporaryFolder()
    let path = try #require(folder?.path)
    try folder?.makeFolder("inner")
    try folder?.write("inner/file", "text")
    #expect(ProcessTable.text(of: "\(path)/inner/file") == "text")
    folder = nil
    #expect(access(path, F_OK) != 0)
  }

  /// Not one that has ended and that nobody has asked about, whose state is Z.
  private func isRunning(_ process: pid_t) -> Bool {
    guard let text = ProcessTable.text(of: "/proc/\(process)/stat") else { return false }
    return !text.contains(") Z ")
  }
}
