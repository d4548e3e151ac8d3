/// Bytes on their way to a peer: pieces of arrays that are shared with whoever made them, not copied.
package struct OutputQueue: Sendable {
  package struct Piece: Sendable {
    package let bytes: [UInt8]
    package var start: Int
    package let end: Int
  }

  /// What is not sent yet, in order. None is empty.
  package private(set) var pieces: [Piece] = []
  /// Bytes in all pieces.
  package private(set) var count = 0

  package init() {}

  package var isEmpty: Bool { pieces.isEmpty }

  package mutating func append(_ bytes: [UInt8]) { append(bytes, 0, bytes.count) }

  package mutating func append(_ bytes: [UInt8], _ start: Int, _ end: Int) {
    guard start < end else { return }
    pieces.append(Piece(bytes: bytes, start: start, end: end))
    count += end - start
  }

  /// Takes bytes out behind the first `offset`.
  package mutating func cut(_ length: Int, at offset: Int) {
    var start = 0
    var kept: [Piece] = []
    for var piece in pieces {
      let size = piece.end - piece.start
      let low = min(max(offset - start, 0), size)
      let high = min(max(offset + length - start, 0), size)
      start += size
      if low < high {
        count -= high - low
        if low > 0 { kept.append(Piece(bytes: piece.bytes, start: piece.start, end: piece.start + low)) }
        piece.start += high
      }
      if piece.start < piece.end { kept.append(piece) }
    }
    pieces = kept
  }

  /// Drops bytes that were sent, at most `count`.
  package mutating func drop(_ sent: Int) {
    count -= sent
    if count == 0 {
      pieces.removeAll(keepingCapacity: true)
      return
    }
    var left = sent
    var whole = 0
    while left > 0 {
      let length = pieces[whole].end - pieces[whole].start
      if left < length {
        pieces[whole].start += left
        break
      }
      left -= length
      whole += 1
    }
    pieces.removeFirst(whole)
  }
}
