import Store
import Teaching
import Testing

/// What would make two people of two names that look alike.
@Suite("The rules for what is known of a person") struct PersonRulesTests {
  private static let hidden: [ClosedRange<UInt32>] = [
    0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180E, 0x200B...0x200B,
    0x200E...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x206F, 0x2800...0x2800, 0x3164...0x3164,
    0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFFA0...0xFFA0, 0xFFF9...0xFFFB, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A,
    0xE0001...0xE0001, 0xE0020...0xE007F, 0xE0100...0xE01EF,
  ]

  @Test func refuseWhatCannotBeSeen() {
    for scalar in Self.hidden.joined().compactMap(Unicode.Scalar.init) {
      let digits = String(scalar.value, radix: 16, uppercase: true)
      for text in ["\(scalar)Ada", "A\(scalar)da", "Ada\(scalar)", "Ada \(scalar)Byron"] {
        for field in [PersonField.name, .section, .login, .schoolID] {
          #expect(PersonRules.fault(PersonRules.trimmed(text), field)?.contains(digits) == true, "U+\(digits) \(field)")
        }
      }
      #expect(PersonRules.fault("ada\(scalar)@b", .email)?.contains(digits) == true, "U+\(digits)")
      #expect(PersonRules.fault("\(scalar)", .name) != nil, "U+\(digits)")
    }
  }

  /// Words of Persian and Sinhala, emoji, an ideograph with its variant, Mongolian letters, accents of both forms.
  @Test(arguments: [
    "\u{645}\u{6CC}\u{200C}\u{62E}\u{648}\u{627}\u{647}\u{645}", "\u{DC1}\u{DCA}\u{200D}\u{DBB}\u{DD3}", "👩\u{200D}🔬",
    "\u{2764}\u{FE0F}", "\u{845B}\u{E0100}", "\u{1822}\u{180B}\u{1828}\u{180E}\u{1820}", "Zoë", "Zoe\u{308}",
    "Ada King of Lovelace", "\u{5D0}\u{5D1}", "O’Brien-Núñez",
  ])
  func letWhatAScriptNeeds(name: String) {
    #expect(PersonRules.fault(name, .name) == nil)
    #expect(PersonRules.fault(name, .section) == nil)
  }

  /// A selector behind what has no variants.
  @Test(arguments: ["1\u{FE0F}", "A\u{FE00}", "Zoë\u{E0100}", "\u{2764}\u{FE0F}\u{FE0F}", "\u{5D0}\u{180B}"])
  func letASelectorOnlyWhereItSelects(name: String) {
    #expect(PersonRules.fault(name, .name)?.contains("cannot be seen") == true)
  }
}
