import Foundation
import Teaching
import Testing

@Suite("A zone's wall clock")
struct ZoneTests {
  private static let catalogue = ZoneCatalogue()

  private func zone(_ name: String) throws -> ZoneRules { try #require(ZoneTests.catalogue[name]) }
  private func time(_ text: String) throws -> LocalTime { try #require(LocalTime(text)) }

  /// Foundation reads the same files with other code.
  @Test(
    "Agrees with another reader at every hour of two years and around every change",
    arguments: [
      "UTC", "Europe/Berlin", "America/New_York", "America/Nuuk", "Africa/Casablanca", "Asia/Kolkata",
      "Australia/Lord_Howe", "Pacific/Apia", "Europe/Dublin", "America/St_Johns", "Asia/Gaza", "Antarctica/Troll",
    ])
  func offsets(name: String) throws {
    let zone = try zone(name)
    let other = try #require(TimeZone(identifier: name))
    var instants = Array(stride(from: 1_767_225_600, to: 1_830_297_600, by: 3600))
    instants += stride(from: -2_000_000_000, to: 4_000_000_000, by: 1_234_567)
    for instant in instants {
      let expected = other.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
      #expect(zone.offset(at: instant) == expected, "\(name) at \(instant)")
      if zone.offset(at: instant) != expected { return }
    }
  }

  @Test(
    arguments: [
      ("2026-12-01T23:59", "2026-12-01T22:59"),
      ("2026-07-01T23:59:30", "2026-07-01T21:59:30"),
      // Shown twice: the first counts. Passed over: as far behind the jump.
      ("2026-10-25T02:30", "2026-10-25T00:30"),
      ("2026-03-29T02:30", "2026-03-29T01:30"),
    ])
  func instants(local: String, utc: String) throws {
    let instant = try zone("Europe/Berlin").instant(of: time(local))
    #expect(LocalTime(secondsSince1970: instant).text == utc)
  }

  @Test("There and back at every half hour", arguments: ["Europe/Berlin", "America/New_York", "Asia/Kathmandu"])
  func roundTrip(name: String) throws {
    let zone = try zone(name)
    for instant in stride(from: 1_790_000_000, to: 1_790_000_000 + 400 * 86_400, by: 1800) {
      let back = zone.instant(of: zone.local(at: instant))
      // The second showing of an hour is read as its first.
      #expect(back == instant || back == instant - 3600)
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
