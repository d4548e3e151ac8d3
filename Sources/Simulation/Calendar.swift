/// A client's next request.
struct Arrival: Sendable {
  var client: UInt32
  /// Microseconds since its bucket began.
  var offset: UInt32
  /// Retries sent before this one: which random number is next, and which ceiling.
  var retries: UInt32
  /// The wait before this request in microseconds, which `decorrelated` needs.
  var wait: UInt32

  init(_ client: Int, retries: Int, wait: Int64, offset: Int64) {
    self.client = UInt32(truncatingIfNeeded: client)
    self.offset = UInt32(truncatingIfNeeded: offset)
    self.retries = UInt32(truncatingIfNeeded: retries)
    self.wait = UInt32(truncatingIfNeeded: wait)
  }

  /// Orders the arrivals of one bucket by time, then by client.
  var key: UInt64 { UInt64(offset) << 32 | UInt64(client) }
}

/// A calendar queue (Brown, 1988): arrivals by the bucket into which they fall, in no order within it. Each bucket is a
/// chain of chunks out of one pool, so that adding and reading are sequential in memory, and a client costs 16 bytes and
/// its share of the chunks that are not full.
final class Calendar {
  /// A chunk holds 2 to the power of this many arrivals.
  private let chunkBits: Int
  private let pool: UnsafeMutablePointer<Arrival>
  /// For each chunk, the next of its chain.
  private let links: UnsafeMutablePointer<UInt32>
  /// For each bucket, the chunk that is being filled, and how many arrivals the bucket has.
  private let buckets: UnsafeMutablePointer<(newest: UInt32, count: UInt32)>
  /// All arrivals there are.
  private(set) var count = 0
  /// Chunks that were never used begin here; those that were and are no more form a chain.
  private var unused: UInt32 = 0
  private var freed = Calendar.none

  private static let none = UInt32.max

  /// - Parameters:
  ///   - arrivals: The most that are there at once.
  ///   - spread: Over how many buckets they may be spread at once.
  ///   - buckets: All buckets there are.
  init(arrivals: Int, spread: Int, buckets: Int) {
    // Half-filled chunks waste at most a quarter of what the arrivals need, or a few bytes a bucket.
    let chunkSize = max(4, min(256, arrivals / (4 * spread)))
    chunkBits = Int.bitWidth - 1 - chunkSize.leadingZeroBitCount
    let chunks = arrivals >> chunkBits + min(arrivals, spread) + 2
    // The system hands out memory as it is touched, chunk by chunk.
    pool = .allocate(capacity: chunks << chunkBits)
    links = .allocate(capacity: chunks)
    self.buckets = .allocate(capacity: buckets)
    self.buckets.initialize(repeating: (Calendar.none, 0), count: buckets)
  }

  deinit {
    pool.deallocate()
    links.deallocate()
    buckets.deallocate()
  }

  func count(in bucket: Int) -> Int { Int(buckets[bucket].count) }

  func add(_ arrival: Arrival, to bucket: Int) {
    let place = Int(buckets[bucket].count) & mask
    if place == 0 {
      let chunk = take()
      links[Int(chunk)] = buckets[bucket].newest
      buckets[bucket].newest = chunk
    }
    (pool + (Int(buckets[bucket].newest) << chunkBits + place)).initialize(to: arrival)
    buckets[bucket].count += 1
    count += 1
  }

  /// Hands each arrival of a bucket to `body`.
  @inline(__always)
  func forEach(in bucket: Int, _ body: (Arrival) -> Void) {
    var (chunk, left) = buckets[bucket]
    while left > 0 {
      let start = pool + Int(chunk) << chunkBits
      let filled = (left - 1) & UInt32(mask) + 1
      for place in 0..<Int(filled) { body(start[place]) }
      left -= filled
      chunk = links[Int(chunk)]
    }
  }

  /// Empties a bucket; each arrival for which `body` returns a later bucket is added to that one, as `body` left it.
  @inline(__always)
  func move(from bucket: Int, _ body: (inout Arrival) -> Int?) {
    var (chunk, left) = buckets[bucket]
    buckets[bucket] = (Calendar.none, 0)
    count -= Int(left)
    while left > 0 {
      let filled = (left - 1) & UInt32(mask) + 1
      for place in 0..<Int(filled) {
        var arrival = pool[Int(chunk) << chunkBits + place]
        if let later = body(&arrival) { add(arrival, to: later) }
      }
      left -= filled
      let next = links[Int(chunk)]
      links[Int(chunk)] = freed
      freed = chunk
      chunk = next
    }
  }

  private var mask: Int { 1 << chunkBits - 1 }

  private func take() -> UInt32 {
    if freed != Calendar.none {
      let chunk = freed
      freed = links[Int(chunk)]
      return chunk
    }
    unused += 1
    return unused - 1
  }
}
