/// Text to words that compare: lower case, without accents, cut at everything that is no letter or digit, so that
/// `Retry-After` is `retry` and `after`.
enum SearchWords {
  struct Word {
    var folded: String
    /// Where it stands in the text, in UTF-8.
    var range: Range<Int>
  }

  /// - Parameter limit: The most words that are taken.
  static func split(_ text: String, limit: Int = .max) -> [Word] {
    var words: [Word] = []
    var folded = ""
    var start = 0
    var offset = 0
    for scalar in text.unicodeScalars {
      let width = UTF8.width(scalar)
      if isPart(scalar) {
        if folded.isEmpty { start = offset }
        fold(scalar, into: &folded)
      } else if !folded.isEmpty {
        words.append(Word(folded: folded, range: start..<offset))
        folded = ""
        if words.count == limit { return words }
      }
      offset += width
    }
    if !folded.isEmpty { words.append(Word(folded: folded, range: start..<offset)) }
    return words
  }

  /// A word without the ending of an English plural or of a verb's third person (Harman's S-stemmer, 1991), so that
  /// `retries` finds `retry`.
  static func stem(_ word: String) -> String {
    let bytes = Array(word.utf8)
    func ends(_ ending: StaticString) -> Bool {
      bytes.count > ending.utf8CodeUnitCount
        && bytes.suffix(ending.utf8CodeUnitCount)
          .elementsEqual(UnsafeBufferPointer(start: ending.utf8Start, count: ending.utf8CodeUnitCount))
    }
    if ends("ies"), !ends("eies"), !ends("aies") { return bytes.dropLast(3).text + "y" }
    if ends("es"), !ends("aes"), !ends("ees"), !ends("oes") { return bytes.dropLast().text }
    if ends("s"), !ends("us"), !ends("ss") { return bytes.dropLast().text }
    return word
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return UInt8(scalar.value).isLetter || UInt8(scalar.value).isDigit }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil || isMark(scalar)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool { (0x300...0x36F).contains(scalar.value) }

  private static func fold(_ scalar: Unicode.Scalar, into word: inout String) {
    if scalar.isASCII {
      word.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value).lowercased))
    } else if isMark(scalar) {
      return
    } else if scalar == "ß" {
      word += "ss"
    } else if let plain = plainLetters[scalar] {
      word.unicodeScalars.append(plain)
    } else {
      word += scalar.properties.lowercaseMapping
    }
  }

  /// Latin letters with accents, and the letter that people type for them.
  private static let plainLetters: [Unicode.Scalar: Unicode.Scalar] = {
    let groups = [
      "aàáâãäåāăąÀÁÂÃÄÅĀĂĄ", "cçćĉċčÇĆĈĊČ", "dďđĎĐ", "eèéêëēĕėęěÈÉÊËĒĔĖĘĚ", "gĝğġģĜĞĠĢ", "hĥħĤĦ", "iìíîïĩīĭįıÌÍÎÏĨĪĬĮİ",
      "jĵĴ", "kķĶ", "lĺļľŀłĹĻĽĿŁ", "nñńņňÑŃŅŇ", "oòóôõöøōŏőÒÓÔÕÖØŌŎŐ", "rŕŗřŔŖŘ", "sśŝşšŚŜŞŠ", "tţťŧŢŤŦ",
      "uùúûüũūŭůűųÙÚÛÜŨŪŬŮŰŲ", "wŵŴ", "yýÿŷÝŸŶ", "zźżžŹŻŽ",
    ]
    var table: [Unicode.Scalar: Unicode.Scalar] = [:]
    for group in groups {
      guard let plain = group.unicodeScalars.first else { continue }
      for scalar in group.unicodeScalars.dropFirst() { table[scalar] = plain }
    }
    return table
  }()
}
