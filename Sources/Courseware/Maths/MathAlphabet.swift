/// Letters and digits in another style, as Unicode's mathematical alphabets have them.
enum MathAlphabet: String {
  case upright = "mathrm"
  case slanted = "mathit"
  case bold = "mathbf"
  case boldSlanted = "boldsymbol"
  case doubleStruck = "mathbb"
  case script = "mathcal"
  case fraktur = "mathfrak"
  case sansSerif = "mathsf"
  case monospace = "mathtt"

  init?(command: String) {
    switch command {
    case "rm", "mathup": self = .upright
    case "bm", "mathbfit": self = .boldSlanted
    case "Bbb": self = .doubleStruck
    case "mathscr": self = .script
    default: self.init(rawValue: command)
    }
  }

  /// A letter or digit in this style.
  func character(_ plain: UInt8) -> Unicode.Scalar {
    let scalar = Unicode.Scalar(plain)
    if let exception = exceptions[Character(scalar)] { return exception }
    guard let starts else { return scalar }
    let offset: UInt32?
    switch plain {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): offset = starts.letters + UInt32(plain - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): offset = starts.letters + 26 + UInt32(plain - UInt8(ascii: "a"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): offset = starts.digits.map { $0 + UInt32(plain - UInt8(ascii: "0")) }
    default: offset = nil
    }
    return offset.flatMap(Unicode.Scalar.init) ?? scalar
  }

  /// Where the alphabet begins, capitals first, and where its digits do, if it has any.
  private var starts: (letters: UInt32, digits: UInt32?)? {
    switch self {
    case .upright, .slanted: nil
    case .bold: (0x1D400, 0x1D7CE)
    case .boldSlanted: (0x1D468, 0x1D7CE)
    case .doubleStruck: (0x1D538, 0x1D7D8)
    case .script: (0x1D49C, nil)
    case .fraktur: (0x1D504, nil)
    case .sansSerif: (0x1D5A0, 0x1D7E2)
    case .monospace: (0x1D670, 0x1D7F6)
    }
  }

  /// Letters that Unicode had before it had the alphabet.
  private var exceptions: [Character: Unicode.Scalar] {
    switch self {
    case .doubleStruck: ["C": "ℂ", "H": "ℍ", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ", "Z": "ℤ"]
    case .script:
      [
        "B": "ℬ", "E": "ℰ", "F": "ℱ", "H": "ℋ", "I": "ℐ", "L": "ℒ", "M": "ℳ", "R": "ℛ", "e": "ℯ", "g": "ℊ", "o": "ℴ",
      ]
    case .fraktur: ["C": "ℭ", "H": "ℌ", "I": "ℑ", "R": "ℜ", "Z": "ℨ"]
    default: [:]
    }
  }
}
