import Retry

/// The model of `contention`: one run of so many clients that each read a version and try one conditional write, until it
/// succeeds. Each hop between a client and the server takes |Normal(10, 2)| ms. After a conflict the client reads again,
/// after a hop and its backoff, whose exponent starts at 1.
struct ContentionRun {
  let clients: Int
  let backoff: Backoff
  let draws: Draws
  /// Tells one run's clients from those of others.
  let run: Int

  /// Writes, and when the last answer arrived in microseconds.
  struct Outcome {
    var calls = 0
    var time: Int64 = 0
  }

  /// What happens next at the server; ordered by time, then by client.
  private struct Event: Comparable {
    let time: Int64
    let client: Int
    let isWrite: Bool

    static func < (left: Event, right: Event) -> Bool { (left.time, left.client) < (right.time, right.client) }
  }

  private struct Client {
    var version = 0
    var conflicts = 0
    /// The wait before in microseconds.
    var wait: Int64
    /// Random words used so far.
    var words = 0
  }

  func outcome() -> Outcome {
    var outcome = Outcome()
    var version = 0
    var states = Array(repeating: Client(wait: backoff.baseMicroseconds), count: clients)
    var events = Heap<Event>()
    for client in 0..<clients {
      events.push(Event(time: hop(client, &states[client]), client: client, isWrite: false))
    }
    while let event = events.pop() {
      let client = event.client
      guard event.isWrite else {
        // The answer travels to the client, and its write back.
        states[client].version = version
        let back = hop(client, &states[client]) + hop(client, &states[client])
        events.push(Event(time: event.time + back, client: client, isWrite: true))
        continue
      }
      outcome.calls += 1
      let answered = event.time + hop(client, &states[client])
      if states[client].version == version {
        version += 1
        outcome.time = max(outcome.time, answered)
      } else {
        let again = answered + hop(client, &states[client]) + wait(client, &states[client])
        events.push(Event(time: again, client: client, isWrite: false))
      }
    }
    return outcome
  }

  private func word(_ client: Int, _ state: inout Client) -> UInt64 {
    state.words += 1
    return draws.word(client: run * Contention.mostClients + client, attempt: state.words - 1)
  }

  private func wait(_ client: Int, _ state: inout Client) -> Int64 {
    state.conflicts += 1
    state.wait = backoff.microseconds(retry: state.conflicts, previous: state.wait, draw: word(client, &state))
    return state.wait
  }

  /// The time of a hop in microseconds. A normal deviate is twelve uniform ones minus six; two of them, of 32 bits, come
  /// from each word.
  private func hop(_ client: Int, _ state: inout Client) -> Int64 {
    var sum: Int64 = 0
    for _ in 0..<6 {
      let word = word(client, &state)
      sum += Int64(word >> 32) + Int64(word & 0xFFFF_FFFF)
    }
    return abs(10_000 + (2_000 * (sum - 6 << 32)) >> 32)
  }
}
