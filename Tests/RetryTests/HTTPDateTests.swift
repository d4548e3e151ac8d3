import Retry
import Testing

@Suite("HTTP dates")
struct HTTPDateTests {
  /// 2026-11-30 12:00:00 UTC.
  let now = HTTPDate(secondsSince1970: 1_796_040_000)

  @Test(
    "the three forms name the same instant",
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
  func forms(text: String) {
    #expect(HTTPDate(text, now: now)?.secondsSince1970 == 784_111_777)
    #expect(HTTPDate(Array(text.utf8), now: now)?.secondsSince1970 == 784_111_777)
  }

  @Test(
    "known instants",
    arguments: [
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
      ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600), ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800),
      ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799), ("Mon, 30 Nov 2026 12:00:00 GMT", 1_796_040_000),
      ("Mon Feb  5 00:00:00 2001", 981_331_200), ("Wed Nov 16 08:49:37 1994", 784_975_777),
      ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800), ("Saturday, 31-Dec-16 23:59:60 GMT", 1_483_228_800),
    ])
  func instants(text: String, seconds: Int64) {
    #expect(HTTPDate(text, now: now)?.secondsSince1970 == seconds)
  }

  @Test(
    "what is no HTTP date",
    arguments: [
      "", " ", "Sun", "Mon, 06 Nov 1994 08:49:37 GMT", "Monday, 06-Nov-94 08:49:37 GMT", "Mon Nov  6 08:49:37 1994",
      "sun, 06 nov 1994 08:49:37 gmt", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 +0000",
      "Sun, 06 Nov 1994 08:49:37 EST", "Sun, 06 Nov 1994 08:49:37", "Sun, 6 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ",
      " Sun, 06 Nov 1994 08:49:37 GMT", "Wed, 30 Feb 2000 00:00:00 GMT", "Thu, 29 Feb 1900 00:00:00 GMT",
      "Sun, 00 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT",
      "Sun Nov 06 08:49:37 1994 GMT", "Sun Nov 6 08:49:37 1994", "1994-11-06T08:49:37Z",
      "Sun, 06 Nov 1994 08:49:3７ GMT", "Sun,  06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
      "Sun Nov  0 08:49:37 1994",
    ])
  func refused(text: String) {
    #expect(HTTPDate(text, now: now) == nil)
  }

  @Test("a two-digit year more than 50 years ahead is the latest past year with those digits")
  func twoDigitYears() throws {
    func seconds(_ text: String) -> Int64? { HTTPDate(text, now: now)?.secondsSince1970 }
    // At exactly 50 years it is still ahead; a second later it is past.
    #expect(seconds("Monday, 30-Nov-76 12:00:00 GMT") == 3_373_963_200)
    #expect(seconds("Tuesday, 30-Nov-76 12:00:01 GMT") == 218_203_201)
    #expect(seconds("Tuesday, 30-Nov-27 12:00:00 GMT") == 1_827_576_000)
    #expect(seconds("Monday, 01-Jan-99 00:00:00 GMT") == nil)
    #expect(seconds("Friday, 01-Jan-99 00:00:00 GMT") == 915_148_800)
    // Seen from 2090, the year 10 is 2110, twenty years ahead.
    let late = try #require(HTTPDate("Thu, 01 Jun 2090 00:00:00 GMT", now: now))
    #expect(HTTPDate("Wednesday, 01-Jan-10 00:00:00 GMT", now: late)?.imfFixdate == "Wed, 01 Jan 2110 00:00:00 GMT")
  }

  @Test("what is written reads back as the same instant, over ten thousand years")
  func roundTrip() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<5_000 {
      let date = HTTPDate(secondsSince1970: Int64.random(in: -62_167_219_200...253_402_300_799, using: &random))
      #expect(date.imfFixdate.utf8.count == 29)
      #expect(HTTPDate(date.imfFixdate, now: now) == date)
    }
  }

  @Test("dates out of the four-digit years are cut to them")
  func cut() {
    #expect(HTTPDate(secondsSince1970: .max).imfFixdate == "Fri, 31 Dec 9999 23:59:59 GMT")
    #expect(HTTPDate(secondsSince1970: .min).imfFixdate == "Sat, 01 Jan 0000 00:00:00 GMT")
  }
}
