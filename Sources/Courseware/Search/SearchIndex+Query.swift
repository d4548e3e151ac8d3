extension SearchIndex {
  /// The most sections that a search gives, unless asked for another number.
  package static let usualLimit = 20

  /// The most words of a query that are looked at.
  private static let maximumTerms = 12
  /// BM25's k1: how soon another occurrence stops to count.
  private static let saturation: Float = 1.2

  /// A word of the query: the words of the course that it stands for, each with how well.
  private struct Term {
    var word: String
    var matches: [Int32: Float]
  }

  /// The sections that hold all words of a query, best first; if none holds all, those that hold most.
  ///
  /// A word stands for itself, its plural or singular, and all words that it begins; if there are none, for words that
  /// differ in one letter.
  package func search(_ query: String, limit: Int = usualLimit) -> [SearchHit] {
    var terms: [Term] = []
    for word in SearchWords.split(query, limit: SearchIndex.maximumTerms).map(\.folded)
    where !terms.contains(where: { $0.word == word }) {
      terms.append(Term(word: word, matches: matches(of: word)))
    }
    let ranked = rank(terms)
    guard let best = ranked.first?.terms else { return [] }
    let wanted = ranked.lazy.filter { $0.terms == best }.prefix(max(limit, 0))
    return wanted.map { found in
      let entry = entries[found.entry]
      return SearchHit(
        address: entry.address, page: entry.page, heading: entry.heading, excerpt: excerpt(of: entry, terms),
        score: Double(found.score))
    }
  }

  // MARK: Words

  private func matches(of word: String) -> [Int32: Float] {
    var found: [Int32: Float] = [:]
    let length = Float(word.utf8.count)
    if word.utf8.count > 1 {
      for (longer, number) in sorted[firstIndex(notBefore: word)...].prefix(200) {
        guard longer.hasPrefix(word) else { break }
        // The nearer to the whole word, the likelier it is meant.
        found[number] = 0.3 + 0.3 * length / Float(longer.utf8.count)
      }
    }
    for number in byStem[SearchWords.stem(word)] ?? [] { found[number] = 0.9 }
    if let number = numbers[word] { found[number] = 1 }
    if found.isEmpty, word.utf8.count >= 4 {
      let letters = Array(word.utf8)
      for (other, number) in sorted where abs(other.utf8.count - letters.count) <= 1 {
        if editDistance(letters, Array(other.utf8)) == 1 { found[number] = 0.7 }
      }
    }
    return found
  }

  private func firstIndex(notBefore word: String) -> Int {
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle].word < word { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Ranking

  private struct Ranked {
    var entry: Int
    var terms = 0
    var score: Float = 0
  }

  private func rank(_ terms: [Term]) -> [Ranked] {
    var ranked: [Int: Ranked] = [:]
    for term in terms {
      var weights: [Int: Float] = [:]
      for (word, quality) in term.matches {
        for posting in postings[Int(word)] { weights[Int(posting.entry), default: 0] += quality * posting.weight }
      }
      let rarity = rarity(among: entries.count, holding: weights.count)
      for (entry, weight) in weights {
        var sum = ranked[entry] ?? Ranked(entry: entry)
        sum.terms += 1
        sum.score += rarity * weight / (SearchIndex.saturation + weight)
        ranked[entry] = sum
      }
    }
    return ranked.values
      .map { found in
        var found = found
        found.score *= emphasis(entries[found.entry], terms)
        return found
      }
      .sorted { ($1.terms, $1.score, $0.entry) < ($0.terms, $0.score, $1.entry) }
  }

  /// Which part of a logarithm's growth a word gets for being rare: counts alone, so that every machine agrees.
  private func rarity(among all: Int, holding: Int) -> Float {
    // log2((N - n + 0.5) / (n + 0.5) + 1), by halving and a line between the powers of two.
    var ratio = (Float(all - holding) + 0.5) / (Float(holding) + 0.5) + 1
    var whole: Float = 0
    while ratio >= 2 {
      ratio /= 2
      whole += 1
    }
    return whole + ratio - 1
  }

  /// More for words that stand next to one another as in the query, and for a heading that is the query.
  private func emphasis(_ entry: Entry, _ terms: [Term]) -> Float {
    var factor: Float = 1
    if entry.headingWords.count == terms.count,
      zip(entry.headingWords, terms).allSatisfy({ ($1.matches[$0] ?? 0) >= 0.7 })
    {
      factor += 1
    }
    guard terms.count > 1 else { return factor }
    var pairs = 0
    for (first, second) in zip(terms, terms.dropFirst()) {
      let isTogether = [entry.textWords, entry.headingWords].contains { words in
        zip(words, words.dropFirst()).contains { first.matches[$0] != nil && second.matches[$1] != nil }
      }
      if isTogether { pairs += 1 }
    }
    return factor + 0.5 * Float(pairs) / Float(terms.count - 1)
  }

  // MARK: Excerpts

  /// Words in an excerpt, about two lines.
  private static let excerptWords = 32

  private func excerpt(of entry: Entry, _ terms: [Term]) -> [SearchHit.Piece] {
    let words = SearchWords.split(entry.text)
    let hits = words.map { word in
      numbers[word.folded].flatMap { number in terms.firstIndex { $0.matches[number] != nil } }
    }
    let start = bestWindow(hits, termCount: terms.count)
    let end = min(start + SearchIndex.excerptWords, words.count)
    guard start < end else { return entry.text.isEmpty ? [] : [SearchHit.Piece(entry.text)] }
    let bytes = Array(entry.text.utf8)
    var pieces: [SearchHit.Piece] = []
    var plain = start > 0 ? "… " : ""
    var at = start == 0 ? 0 : words[start].range.lowerBound
    for index in start..<end where hits[index] != nil {
      let range = words[index].range
      plain += bytes[at..<range.lowerBound].text
      if !plain.isEmpty { pieces.append(SearchHit.Piece(plain)) }
      pieces.append(SearchHit.Piece(bytes[range].text, isMatch: true))
      plain = ""
      at = range.upperBound
    }
    plain += end == words.count ? bytes[at...].text : bytes[at..<words[end - 1].range.upperBound].text + " …"
    if !plain.isEmpty { pieces.append(SearchHit.Piece(plain)) }
    return pieces
  }

  /// Where the window with the most different terms begins, a few words before its first hit.
  private func bestWindow(_ hits: [Int?], termCount: Int) -> Int {
    var best = (distinct: 0, count: 0, start: 0)
    var counts = Array(repeating: 0, count: termCount)
    var distinct = 0
    var count = 0
    for (index, hit) in hits.enumerated() {
      if let hit {
        counts[hit] += 1
        count += 1
        if counts[hit] == 1 { distinct += 1 }
      }
      if index >= SearchIndex.excerptWords, let gone = hits[index - SearchIndex.excerptWords] {
        counts[gone] -= 1
        count -= 1
        if counts[gone] == 0 { distinct -= 1 }
      }
      if (distinct, count) > (best.distinct, best.count) {
        best = (distinct, count, max(index - SearchIndex.excerptWords + 1, 0))
      }
    }
    // The window that first holds them all ends with the last of them: begin nearer to the first.
    guard let first = hits[best.start...].firstIndex(where: { $0 != nil }) else { return 0 }
    return max(first - 5, 0)
  }
}
