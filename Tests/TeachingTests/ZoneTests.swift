import Foundation
import Teaching
import Testing

@Suite("A zone's wall clock")
struct ZoneTests {
  private static let catalogue = ZoneCatalogue()

  private func zone(_ name: String) throws -> ZoneRules { try #require(ZoneTests.catalogue[name]) }
  private func time(_ text: String) throws -> LocalTime { try #require(LocalTime(text)) }

  /// Python reads the same files with other code. Foundation has tables of its own, which may be older.
  @Test(
    "Agrees with another reader at every hour of two years and around every change",
    arguments: [
      "UTC", "Europe/Berlin", "America/New_York", "America/Nuuk", "Africa/Casablanca", "Asia/Kolkata",
      "Australia/Lord_Howe", "Pacific/Apia", "Europe/Dublin", "America/St_Johns", "Asia/Gaza", "Antarctica/Troll",
    ])
  func offsets(name: String) throws {
    let zone = try zone(name)
    var instants = Array(stride(from: 1_767_225_600, to: 1_830_297_600, by: 3600))
    instants += stride(from: -2_000_000_000, to: 4_000_000_000, by: 1_234_567)
    let expected = try ZoneTests.python(zone: name, instants)
    #expect(expected.count == instants.count)
    let different = zip(instants, expected).first { zone.offset(at: $0) != $1 }
    #expect(different == nil, "\(name)")
  }

  /// Offsets in seconds as Python's zoneinfo has them.
  private static func python(zone: String, _ instants: [Int]) throws -> [Int] {
    let script = """
      import sys, datetime, zoneinfo
      zoneinfo.reset_tzpath(["/usr/share/zoneinfo"])
      zone, epoch = zoneinfo.ZoneInfo(sys.argv[1]), datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
      for line in sys.stdin:
          at = epoch + datetime.timedelta(seconds=int(line))
          print(int(at.astimezone(zone).utcoffset().total_seconds()))
      """
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script, zone]
    let (input, output) = (FileManager.default.temporaryDirectory.appending(path: UUID().uuidString), Pipe())
    try Data(instants.map { "\($0)\n" }.joined().utf8).write(to: input)
    defer { try? FileManager.default.removeItem(at: input) }
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = output
    try process.run()
    let lines = output.fileHandleForReading.readDataToEndOfFile().split(separator: UInt8(ascii: "\n"))
    process.waitUntilExit()
    return lines.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
  }

  @Test(
    arguments: [
      ("2026-12-01T23:59", "2026-12-01T22:59"),
      ("2026-07-01T23:59:30", "2026-07-01T21:59:30"),
      // The last seconds before the clocks are put forward and back, and the first after.
      ("2026-03-29T01:59:59", "2026-03-29T00:59:59"), ("2026-03-29T03:00", "2026-03-29T01:00"),
      ("2026-10-25T01:59:59", "2026-10-24T23:59:59"), ("2026-10-25T03:00", "2026-10-25T02:00"),
    ])
  func onceShown(local: String, utc: String) throws {
    #expect(try zone("Europe/Berlin").showing(of: time(local)) == .once(time(utc).secondsSince1970))
  }

  @Test(
    arguments: [
      ("Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30", "2026-10-25T01:30"),
      ("Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04T14:45", "2026-04-04T15:15"),
    ])
  func shownTwice(name: String, local: String, first: String, second: String) throws {
    #expect(
      try zone(name).showing(of: time(local))
        == .twice(time(first).secondsSince1970, time(second).secondsSince1970))
  }

  @Test(
    arguments: [
      ("Europe/Berlin", "2026-03-29T02:00", "2026-03-29T02:00", "2026-03-29T03:00"),
      ("Europe/Berlin", "2026-03-29T02:59:59", "2026-03-29T02:00", "2026-03-29T03:00"),
      ("Europe/Berlin", "2126-03-31T02:30", "2126-03-31T02:00", "2126-03-31T03:00"),
      ("Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-04T02:00", "2026-10-04T02:30"),
      // A whole day.
      ("Pacific/Apia", "2011-12-30T12:00", "2011-12-30T00:00", "2011-12-31T00:00"),
    ])
  func neverShown(name: String, local: String, from: String, to: String) throws {
    #expect(try zone(name).showing(of: time(local)) == .never(from: time(from), to: time(to)))
  }

  @Test("There and back at every half hour", arguments: ["Europe/Berlin", "America/New_York", "Asia/Kathmandu"])
  func roundTrip(name: String) throws {
    let zone = try zone(name)
    for instant in stride(from: 1_790_000_000, to: 1_790_000_000 + 400 * 86_400, by: 1800) {
      switch zone.showing(of: zone.local(at: instant)) {
      case .once(let back): #expect(back == instant)
      case .twice(let first, let second): #expect([first, second].contains(instant) && second - first == 3600)
      case .never: Issue.record("the clocks show it at \(instant)")
      }
    }
  }

  @Test func noOtherNames() {
    #expect(ZoneTests.catalogue.names.count > 400)
    for name in ["", "Nowhere", "../../etc/passwd", "Europe", "/etc/localtime", "europe/berlin", "tzdata.zi"] {
      #expect(ZoneTests.catalogue[name] == nil)
    }
    #expect(ZoneCatalogue(folder: "/nowhere").names == ["UTC"])
    #expect(ZoneRules(name: "x", []) == nil)
    #expect(ZoneRules(name: "x", Array("TZif2".utf8) + [UInt8](repeating: 0xFF, count: 200)) == nil)
  }

  @Test(arguments: ["2026-02-29T10:00", "2026-13-01T10:00", "2026-01-01T24:00", "2026-1-1T10:00", "x", "2026-01-01"])
  func noSuchTime(text: String) { #expect(LocalTime(text) == nil) }

  @Test(arguments: [(0, "1970-01-01T00:00"), (951_782_400, "2000-02-29T00:00"), (-1, "1969-12-31T23:59:59")])
  func localTimes(seconds: Int, text: String) throws {
    #expect(LocalTime(secondsSince1970: seconds).text == text)
    #expect(try time(text).secondsSince1970 == seconds)
  }
}
