import Retry
import Testing

@Suite("Idempotency keys")
struct IdempotencyKeyTests {
  @Test(
    "bare and quoted are the same key",
    arguments: [
      ("k-9", "k-9"), ("\"k-9\"", "k-9"), ("  k-9\t", "k-9"), (" \"k-9\" ", "k-9"), ("\"a b\"", "a b"),
      (#""a\"b\\c""#, #"a"b\c"#), ("\"a,b;c\"", "a,b;c"),
      (
        "8e03978e-40d5-43dd-bc93-6894a57f9324",
        "8e03978e-40d5-43dd-bc93-6894a57f9324"
      ), ("a+/=_~", "a+/=_~"),
    ])
  func read(field: String, value: String) throws {
    let key = try IdempotencyKey(fieldValue: field)
    #expect(key.value == value)
    #expect(try IdempotencyKey(fieldValue: key.quoted) == key)
    #expect(try IdempotencyKey(value) == key)
  }

  @Test(
    "what is no key",
    arguments: [
      ("", IdempotencyKey.Fault.empty), ("   ", .empty), ("\"\"", .empty), ("a b", .badCharacter),
      ("a, b", .badCharacter), ("a;b=1", .badCharacter), ("ké", .badCharacter), ("a\u{7F}", .badCharacter),
      ("\"a\tb\"", .badCharacter), ("\"ké\"", .badCharacter), ("\"a", .badQuotes), ("\"", .badQuotes),
      ("\"a\"b", .textBehindQuote), ("\"a\"; p=1", .textBehindQuote), (#""a\"#, .badQuotes), (#""a\b""#, .badQuotes),
      ("a\"b", .badCharacter), ("\u{A0}a", .badCharacter),
    ])
  func refused(field: String, fault: IdempotencyKey.Fault) {
    #expect(throws: fault) { try IdempotencyKey(fieldValue: field) }
    #expect(!fault.description.isEmpty)
  }

  @Test("255 characters are allowed, 256 are not, bare or quoted")
  func length() throws {
    let longest = String(repeating: "k", count: 255)
    #expect(try IdempotencyKey(fieldValue: longest).value == longest)
    #expect(try IdempotencyKey(fieldValue: "\"\(longest)\"").value == longest)
    #expect(throws: IdempotencyKey.Fault.tooLong) { try IdempotencyKey(fieldValue: longest + "k") }
    #expect(throws: IdempotencyKey.Fault.tooLong) { try IdempotencyKey(fieldValue: "\"\(longest)k\"") }
    #expect(throws: IdempotencyKey.Fault.tooLong) { try IdempotencyKey(longest + "k") }
  }

  @Test("made keys are version 4 UUIDs, all different, and the same from the same generator")
  func made() {
    var random = SplitMix64(seed: 1)
    var again = SplitMix64(seed: 1)
    var keys: Set<IdempotencyKey> = []
    for _ in 0..<1_000 {
      let key = IdempotencyKey.random(using: &random)
      #expect(key == IdempotencyKey.random(using: &again))
      keys.insert(key)
      let bytes = Array(key.value.utf8)
      #expect(bytes.count == 36)
      #expect([8, 13, 18, 23].allSatisfy { bytes[$0] == UInt8(ascii: "-") })
      #expect(bytes[14] == UInt8(ascii: "4"))
      #expect("89ab".utf8.contains(bytes[19]))
    }
    #expect(keys.count == 1_000)
    #expect(IdempotencyKey.random() != IdempotencyKey.random())
  }
}
