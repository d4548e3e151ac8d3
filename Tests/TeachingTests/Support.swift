import Glibc
import Store
import Teaching

func person(
  _ id: Int, _ name: String, login: String = "", email: String = "", schoolID: String = "", section: String = "",
  role: Role = .student
) -> Person {
  Person(
    id: PersonID(rawValue: id),
    details: NewPerson(name: name, role: role, login: login, email: email, schoolID: schoolID, section: section),
    addedAt: 0)
}

/// Milliseconds of 2026-11-30T21:00:00Z.
let evening = 1_796_072_400_000

func best(_ person: Int, _ exercise: String, _ score: Int, of maxScore: Int = 1000, attempts: Int = 1) -> BestGrade {
  BestGrade(
    person: PersonID(rawValue: person), exercise: exercise, submission: SubmissionID(rawValue: person), score: score,
    maxScore: maxScore, submittedAt: evening, attempts: attempts)
}

/// Waits until a condition that another thread brings about is true, for far longer than it takes on the busiest machine.
func eventually(_ condition: () -> Bool) -> Bool {
  let end = ContinuousClock.now + .seconds(120)
  while !condition() {
    guard ContinuousClock.now < end else { return false }
    usleep(1000)
  }
  return true
}

/// What this thread has had of a processor, in seconds: other work on the machine does not count.
func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

func lines(_ bytes: [UInt8]) -> [String] {
  var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { text(Array($0)) }
  if lines.last == "" { lines.removeLast() }
  return lines.map { $0.utf8.last == 0x0D ? String($0.unicodeScalars.dropLast()) : $0 }
}

/// What a file is refused for.
func faults(_ body: () throws(CSVFaults) -> Void) -> [String] {
  do throws(CSVFaults) { try body() } catch { return error.faults.map(\.description) }
  return []
}

/// Names that break what is careless.
let adversarialNames = [
  "Ada \"The Countess\" Lovelace", "Hopper, Grace", "Zoë Müller", "O'Brien; Pat", "=cmd|' /C calc'!A0", "+1", "-1",
  "@SUM(A1)", "＝1+1", "名前", "Ana\u{0301}",
]
