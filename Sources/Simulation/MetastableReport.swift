import JSON

extension Metastable {
  func report(_ arguments: Arguments, _ outcome: MetastableOutcome) -> Report {
    let sampleMs = sampleMs(arguments)
    let times = outcome.offered.indices.map { $0 * sampleMs }
    let recovered = recoveredAtMs(arguments, outcome)
    let seconds = sampleMs / 1_000
    func perSecond(_ counts: [Int]) -> [Int] { counts.map { ($0 + seconds / 2) / seconds } }
    let rates = (
      offered: perSecond(outcome.offered), sent: perSecond(outcome.sent), goodput: perSecond(outcome.goodput)
    )
    let every = max(1, (times.count + 11) / 12)
    let shown = times.indices.filter { $0 % every == 0 || $0 == times.count - 1 }
    let rows = shown.map { index -> [Table.Cell] in
      let tokens: Table.Cell =
        outcome.milliTokens.isEmpty ? .none : .number(Double(outcome.milliTokens[index]) / 1_000, digits: 1)
      return [
        .integer(times[index] / 1_000), .integer(rates.offered[index]), .integer(rates.sent[index]),
        .integer(rates.goodput[index]), .integer(outcome.queue[index]), tokens,
      ]
    }
    return Report(
      result: [
        "sampleMs": .integer(sampleMs), "atMs": .integers(times), "offered": .integers(rates.offered),
        "sent": .integers(rates.sent), "goodput": .integers(rates.goodput), "queue": .integers(outcome.queue),
        "tokens": .numbers(outcome.milliTokens.map { Double($0) / 1_000 }),
        "recoveredAtMs": recovered.map(JSONValue.integer) ?? .null,
      ],
      reading: reading(arguments, outcome, recovered, rates.sent.last ?? 0, rates.goodput.last ?? 0),
      tables: [
        Table(
          caption: "Once in a while",
          columns: [
            "From (s)", "First tries a second", "Requests a second", "Answers in time a second",
            "Waiting at the end", "Tokens at the end",
          ],
          rows: rows)
      ])
  }

  /// The beginning of the first sample after the trigger from which on the answers in time stay at 95% of the first
  /// tries or more.
  private func recoveredAtMs(_ arguments: Arguments, _ outcome: MetastableOutcome) -> Int? {
    let sampleMs = sampleMs(arguments)
    let first = (arguments.integer("triggerEndMs") + sampleMs - 1) / sampleMs
    let lastBad = outcome.offered.indices.last { outcome.goodput[$0] * 20 < outcome.offered[$0] * 19 } ?? -1
    let recovered = max(first, lastBad + 1)
    return recovered < outcome.offered.count ? recovered * sampleMs : nil
  }

  private func reading(
    _ arguments: Arguments, _ outcome: MetastableOutcome, _ recovered: Int?, _ sent: Int, _ goodput: Int
  ) -> String {
    let trigger = Wording.seconds(arguments.integer("triggerStartMs"))
    let end = arguments.integer("triggerEndMs")
    let start =
      "The server was slow from \(trigger) to \(Wording.seconds(end)); "
      + "\(Wording.percent(Double(outcome.totalGoodput) / Double(max(1, outcome.totalOffered))))"
      + " of \(Wording.count(outcome.totalOffered, "request")) were answered in time."
    if let recovered {
      let delay = recovered - end
      return start
        + (delay < sampleMs(arguments)
          ? " It was back as soon as the trigger ended." : " It was back \(Wording.seconds(delay)) after the trigger.")
    }
    let rest = arguments.integer("durationMs") - end
    guard rest > 0 else { return start + " The run ended before the trigger did." }
    return start + " \(Wording.seconds(rest)) after the trigger it was not back: clients sent "
      + "\(Wording.count(sent)) requests a second, and \(Wording.count(goodput)) were answered in time."
  }
}
