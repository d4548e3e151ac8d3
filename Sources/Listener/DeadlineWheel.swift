/// Tokens by the time at which they are due: a wheel of slots, each of which holds the tokens of one tick. Adding and
/// firing cost the same however many there are. Times are in milliseconds; firing is late by less than two ticks.
///
/// A token cannot be taken back: whoever hears that one is due looks up whether it still is, and adds it again if not.
package struct DeadlineWheel {
  /// Milliseconds of a tick.
  package static let tick = 32
  /// A power of two. Deadlines beyond the last slot fire early, to be added again.
  private static let slotCount = 512

  private var slots: [[UInt64]]
  /// A bit for each slot that is not empty.
  private var occupied: [UInt64]
  /// The tick up to which all slots have fired.
  private var current: Int

  package init(now: Int) {
    slots = Array(repeating: [], count: DeadlineWheel.slotCount)
    occupied = Array(repeating: 0, count: DeadlineWheel.slotCount / 64)
    current = now / DeadlineWheel.tick
  }

  /// - Returns: when it fires: `due`, or earlier where that lies beyond the last slot. That is counted from the last
  ///   `advance`, which may be long ago.
  package mutating func add(_ token: UInt64, due: Int) -> Int {
    let tick = min(max(due / DeadlineWheel.tick + 1, current + 1), current + DeadlineWheel.slotCount - 1)
    let slot = tick % DeadlineWheel.slotCount
    slots[slot].append(token)
    occupied[slot / 64] |= 1 << UInt64(slot % 64)
    return min(due, tick * DeadlineWheel.tick)
  }

  /// How long until the next slot fires, in milliseconds; nil if there is none.
  package func delay(now: Int) -> Int? {
    var step = 1
    while step < DeadlineWheel.slotCount {
      let slot = (current + step) % DeadlineWheel.slotCount
      let word = occupied[slot / 64] >> UInt64(slot % 64)
      if word != 0 {
        return max(0, (current + step + word.trailingZeroBitCount) * DeadlineWheel.tick - now)
      }
      step += 64 - slot % 64
    }
    return nil
  }

  /// Fires every slot up to now.
  /// - Returns: the tokens in them.
  package mutating func advance(to now: Int) -> [UInt64] {
    var due: [UInt64] = []
    let target = now / DeadlineWheel.tick
    // After a pause longer than a turn every slot fires once.
    if target - current > DeadlineWheel.slotCount { current = target - DeadlineWheel.slotCount }
    while current < target {
      current += 1
      let slot = current % DeadlineWheel.slotCount
      guard occupied[slot / 64] & 1 << UInt64(slot % 64) != 0 else { continue }
      occupied[slot / 64] &= ~(1 << UInt64(slot % 64))
      due += slots[slot]
      slots[slot] = []
    }
    return due
  }
}
