import Retry
import Simulation

/// The model of `recovery` written straight from its description: one event at a time, in order of time and client.
struct PlainRecovery {
  var arrivals: [Int: Int] = [:]
  var served: [Int: Int] = [:]
  var successes: [Int64] = []
  var sent = 0
  var sentDuringOutage = 0

  init(
    _ backoff: Backoff, clients: Int, seed: Int, recoverAtMs: Int, bucketMs: Int, capacity: Int, maxAttempts: Int = .max
  ) {
    let draws = Draws(seed: seed)
    var next: [(time: Int64, wait: Int64, retries: Int)?] = (0..<clients).map { client in
      guard maxAttempts > 1 else { return nil }
      let wait = backoff.microseconds(
        retry: 0, previous: backoff.baseMicroseconds, draw: draws.word(client: client, attempt: 0))
      return (wait, wait, 0)
    }
    while true {
      var first: (client: Int, time: Int64)?
      for (client, event) in next.enumerated() {
        if let event, event.time < first?.time ?? .max { first = (client, event.time) }
      }
      guard let (client, time) = first, let event = next[client] else { return }
      let bucket = Int(time) / (bucketMs * 1_000)
      sent += 1
      arrivals[bucket, default: 0] += 1
      if time < Int64(recoverAtMs) * 1_000 {
        sentDuringOutage += 1
      } else if served[bucket, default: 0] < capacity {
        served[bucket, default: 0] += 1
        successes.append(time)
        next[client] = nil
        continue
      }
      let retry = event.retries + 1
      let wait = backoff.microseconds(
        retry: retry, previous: event.wait, draw: draws.word(client: client, attempt: retry))
      next[client] = retry + 1 < maxAttempts ? (time + wait, wait, retry) : nil
    }
  }

  func columns(_ counts: [Int: Int]) -> [Int] { (0...(arrivals.keys.max() ?? 0)).map { counts[$0] ?? 0 } }
}
