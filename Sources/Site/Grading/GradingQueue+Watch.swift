internal import Dispatch
internal import Store
internal import Synchronization

/// Watches over those that wait: whoever asked is answered after a while, and nothing stays pending past its limit.
extension GradingQueue {
  func watchOver() {
    while true {
      let (due, late, next) = state.withLock { state in
        state.isStopped ? ([], [], nil as UInt64??) : self.due(&state)
      }
      guard let next else { return }
      for job in due { answerLater(job) }
      for job in late { abandon(job, "it was not graded in time") }
      if let next {
        let now = clock()
        _ = watch.wait(timeout: .now() + .nanoseconds(Int(next > now ? next - now : 0)))
      } else {
        watch.wait()
      }
    }
  }

  /// Whoever has waited long enough for an answer, what is past its limit, and when to look again.
  private func due(_ state: inout State) -> ([GradingJob], [GradingJob], UInt64??) {
    let now = clock()
    let (patience, limit) = (UInt64(limits.patience) * 1_000_000, UInt64(limits.pending) * 1_000_000)
    var (due, late): ([GradingJob], [GradingJob]) = ([], [])
    while let job = state.awaited.first, job.isDone || now >= job.queuedAt + patience {
      _ = state.awaited.popFirst()
      guard !job.isDone else { continue }
      due.append(job)
      state.pending.append(job)
    }
    while let job = state.pending.first, job.isDone || now >= job.queuedAt + limit {
      _ = state.pending.popFirst()
      if !job.isDone { late.append(job) }
    }
    let times = [
      state.awaited.first.map { $0.queuedAt + patience }, state.pending.first.map { $0.queuedAt + limit },
    ].compactMap(\.self)
    return (due, late, .some(times.min()))
  }

  /// Answers that the grade is still to come.
  private func answerLater(_ job: GradingJob) {
    guard job.isAwaited else { return }
    state.withLock { $0.counts.deferred += 1 }
    storage.settle(job.submission.id, response: job.submission.recorded, at: time()) { result in
      // What cannot be kept is true all the same.
      job.answer(.success((try? result.get()) ?? job.submission.recorded))
    }
  }
}
