import Retry
import Testing

@Suite("Retry-After")
struct RetryAfterTests {
  /// Mon, 30 Nov 2026 12:00:00 GMT.
  let now = HTTPDate(secondsSince1970: 1_796_040_000)

  func read(_ value: String) -> (form: RetryAfter.Form?, wait: Duration?, refusal: RetryAfter.Refusal?) {
    do throws(RetryAfter.Refusal) {
      let read = try RetryAfter(value, now: now)
      return (read.form, read.wait, nil)
    } catch {
      return (nil, nil, error)
    }
  }

  @Test(
    "whole seconds",
    arguments: [("0", 0), ("1", 1), ("30", 30), ("007", 7), (" 120\t", 120), ("9223372037", 9_223_372_037)])
  func seconds(value: String, seconds: Int) {
    #expect(read(value) == (.delaySeconds, .seconds(seconds), nil))
  }

  @Test("seconds that no clock can count saturate", arguments: ["99999999999999999999", "9223372036854775808"])
  func saturates(value: String) throws {
    let wait = try #require(read(value).wait)
    #expect(wait >= .seconds(9_223_372_036_854))
  }

  @Test(
    "dates in the three forms",
    arguments: [
      ("Mon, 30 Nov 2026 12:00:30 GMT", RetryAfter.Form.imfFixdate, 30),
      ("Monday, 30-Nov-26 12:00:30 GMT", .rfc850, 30), ("Mon Nov 30 12:01:00 2026", .asctime, 60),
      (" Mon, 30 Nov 2026 12:00:30 GMT ", .imfFixdate, 30), ("Mon, 30 Nov 2026 12:00:00 GMT", .imfFixdate, 0),
      ("Mon, 30 Nov 2026 11:59:59 GMT", .imfFixdate, 0), ("Thu, 01 Jan 1970 00:00:00 GMT", .imfFixdate, 0),
      ("Sunday, 06-Nov-94 08:49:37 GMT", .rfc850, 0), ("Fri, 31 Dec 9999 23:59:59 GMT", .imfFixdate, 251_606_260_799),
    ])
  func dates(value: String, form: RetryAfter.Form, seconds: Int) {
    #expect(read(value) == (form, .seconds(seconds), nil))
  }

  @Test(
    "what is refused, and why",
    arguments: [
      ("", RetryAfter.Refusal.empty), (" \t", .empty), ("-5", .signed), ("+5", .signed), ("-0", .signed),
      ("+99999999999999999999", .signed), ("0.503", .notWholeSeconds), ("1e3", .notWholeSeconds),
      (".5", .notWholeSeconds),
      ("5.", .notWholeSeconds), ("2, 5", .list), ("2,5", .list), ("nan", .unreadable), ("inf", .unreadable),
      ("0x10", .unreadable), ("５", .unreadable), ("٥", .unreadable), ("5s", .unreadable), ("5 6", .unreadable),
      ("\u{A0}5", .unreadable), ("soon", .unreadable), ("-", .unreadable), ("1970-01-01T00:00:00Z", .unreadable),
      ("Mon, 30 Nov 2026 12:00:30 UTC", .wrongZone), ("Mon, 30 Nov 2026 12:00:30 +0100", .wrongZone),
      ("Mon, 30 Nov 2026 12:00:30 EST", .wrongZone), ("Mon, 30 Nov 2026 12:00:30", .wrongZone),
      ("Tue, 30 Nov 2026 12:00:30 GMT", .wrongWeekday), ("Tue Nov 30 12:01:00 2026", .wrongWeekday),
      ("Mon, 31 Nov 2026 12:00:30 GMT", .noSuchTime), ("Mon, 30 Nov 2026 25:00:30 GMT", .noSuchTime),
      ("30 Nov 2026 12:00:30 GMT", .unreadable), ("1\r\n", .unreadable),
    ])
  func refused(value: String, refusal: RetryAfter.Refusal) {
    #expect(read(value) == (nil, nil, refusal))
    #expect(!refusal.description.isEmpty)
  }

  @Test("no reading is ever negative, nor traps, whatever the bytes and the clock", arguments: 0..<50 as Range<UInt64>)
  func never(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let alphabet = Array("0123456789 ,:-+.GMTSunMonNov\t\u{FF15}".unicodeScalars)
    for _ in 0..<200 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...31, using: &random) {
        text.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
      }
      let now = HTTPDate(secondsSince1970: Int64(bitPattern: random.next()))
      if let read = try? RetryAfter(String(text), now: now) { #expect(read.wait >= .zero) }
    }
  }

  @Test("the field is found whatever the case of its name, and two read as a list")
  func lookup() {
    #expect(RetryAfter.value(in: [("Date", "x"), ("rEtRy-aFtEr", " 5 ")]) == " 5 ")
    #expect(RetryAfter.value(in: [("Retry-After", "2"), ("retry-after", "5")]) == "2, 5")
    #expect(RetryAfter.value(in: [("Retry-Afte\u{17F}", "2"), ("Retry-After-Ms", "5"), ("Retry", "1")]) == nil)
  }
}
