import Retry

/// Clients, queue and server of `metastable` at one moment.
struct MetastableWorld {
  private let run: MetastableRun
  private(set) var outcome = MetastableOutcome()
  private var budget: RetryBudget
  /// First tries so far.
  private var calls = 0
  /// What clients sent and still wait for, by its number in the order sent; all wait equally long.
  private var waiting = Queue<Sent>()
  /// The numbers of the requests that the server has not begun.
  private var queue = Queue<Int>()
  /// What the server works on, and when that is done.
  private var inService: (number: Int, finish: Int64)?
  private var retries = Heap<Retry>()
  /// What happened since the last sample.
  private var counts = (offered: 0, sent: 0, goodput: 0)

  /// A request that a client waits for.
  private struct Sent {
    let deadline: Int64
    let call: UInt32
    /// Retries before this request.
    let retries: UInt8
    /// True once its client has an answer or was refused.
    var isOver = false

    init(call: Int, retries: Int, deadline: Int64) {
      self.deadline = deadline
      self.call = UInt32(truncatingIfNeeded: call)
      self.retries = UInt8(truncatingIfNeeded: retries)
    }
  }

  /// A retry to come.
  private struct Retry: Comparable {
    let time: Int64
    let call: Int
    let number: Int

    static func < (left: Retry, right: Retry) -> Bool { (left.time, left.call) < (right.time, right.call) }
  }

  init(_ run: MetastableRun) {
    self.run = run
    budget = RetryBudget(run.budget)
  }

  /// Lets things happen that come before `end`, at most so many.
  /// - Returns: true once there are none left.
  mutating func advance(to end: Int64, steps: Int) -> Bool {
    for _ in 0..<steps {
      let finish = inService?.finish ?? .max
      let deadline = waiting.first?.deadline ?? .max
      let start = run.start(of: calls)
      let retry = retries.first?.time ?? .max
      let next = min(finish, deadline, start, retry)
      if next >= end { return true }
      if next == finish {
        answer(at: next)
      } else if next == deadline {
        expire(at: next)
      } else if next == start {
        counts.offered += 1
        calls += 1
        send(Sent(call: calls - 1, retries: 0, deadline: next + run.timeout), at: next)
      } else if let retry = retries.pop() {
        send(Sent(call: retry.call, retries: retry.number, deadline: next + run.timeout), at: next)
      }
    }
    return false
  }

  mutating func readSample() {
    outcome.offered.append(counts.offered)
    outcome.sent.append(counts.sent)
    outcome.goodput.append(counts.goodput)
    outcome.queue.append(queue.count)
    let now = Int64(outcome.offered.count) * run.sample / 1_000
    if let tokens = budget.milliTokens(at: now) { outcome.milliTokens.append(tokens) }
    outcome.totalOffered += counts.offered
    outcome.totalSent += counts.sent
    outcome.totalGoodput += counts.goodput
    counts = (0, 0, 0)
  }

  private mutating func send(_ sent: Sent, at now: Int64) {
    counts.sent += 1
    budget.sent(isRetry: sent.retries > 0, at: now / 1_000)
    let number = waiting.nextNumber
    waiting.push(sent)
    if inService == nil {
      inService = (number, run.finish(of: now))
    } else if queue.count < run.queueBound {
      queue.push(number)
    } else {
      waiting[number]?.isOver = true
      fail(sent, at: now)
    }
  }

  private mutating func answer(at now: Int64) {
    if let (number, _) = inService, let sent = waiting[number], !sent.isOver {
      waiting[number]?.isOver = true
      counts.goodput += 1
      budget.succeeded(isRetry: sent.retries > 0)
    }
    inService = nil
    while let number = queue.pop() {
      let finish = run.finish(of: now)
      if run.shedsLateWork && finish > waiting[number]?.deadline ?? .min { continue }
      inService = (number, finish)
      return
    }
  }

  private mutating func expire(at now: Int64) {
    if let sent = waiting.pop(), !sent.isOver { fail(sent, at: now) }
  }

  /// A client's request has failed: it sends again later, or gives up.
  private mutating func fail(_ sent: Sent, at now: Int64) {
    budget.failed(isRetry: sent.retries > 0)
    let (call, retry) = (Int(sent.call), Int(sent.retries))
    guard retry + 1 < run.attempts, budget.withdraw(at: now / 1_000) else { return }
    let wait = run.backoff.microseconds(
      retry: retry, previous: 0, draw: run.draws.word(client: call, attempt: retry))
    retries.push(Retry(time: now + wait * 1_000, call: call, number: retry + 1))
  }
}
