import JSON
import Simulation

/// What the variants of the `idempotency` experiment came to, as values, words and tables.
enum IdempotencyReport {
  static func report(_ results: [IdempotencyExchange.Result]) -> Report {
    Report(
      result: ["variants": .array(results.map(\.json))], reading: reading(results),
      tables: [summary(results)] + results.map(steps))
  }

  /// Groups the variants by what they came to: 2 payments without a key; 1 with one.
  private static func reading(_ results: [IdempotencyExchange.Result]) -> String {
    var counts: [Int] = []
    for count in results.map(\.payments.count) where !counts.contains(count) { counts.append(count) }
    let groups = counts.map { count in
      let phrases = results.filter { $0.payments.count == count }.map(\.variant.phrase)
      return "\(count) \(count == 1 ? "payment" : "payments") \(listed(phrases))"
    }
    let counted = "One order came to \(groups.joined(separator: "; "))."
    return results.count == 1 ? "\(counted) \(outcome(results[0]))" : counted
  }

  private static func outcome(_ result: IdempotencyExchange.Result) -> String {
    let requests = "\(result.requests) \(result.requests == 1 ? "request" : "requests")"
    let receipts = Set(result.receipts).sorted()
    switch receipts.count {
    case 0: return "The client holds no receipt after \(requests)."
    case 1: return "The client holds receipt \(receipts[0]) after \(requests)."
    default: return "The client holds receipts \(listed(receipts)) after \(requests)."
    }
  }

  private static func listed(_ phrases: [String]) -> String {
    guard phrases.count > 1 else { return phrases.joined() }
    return phrases.dropLast().joined(separator: ", ") + " and " + phrases[phrases.count - 1]
  }

  private static func summary(_ results: [IdempotencyExchange.Result]) -> Table {
    Table(
      caption: "Payments counted at the server",
      columns: ["Client and server", "Payments", "Ledger", "Requests at the server", "Client's answers", "Receipts"],
      rows: results.map { result in
        [
          .text(result.variant.label), .integer(result.payments.count),
          .text(result.payments.map(\.listing).joined(separator: ", ")), .integer(result.requests),
          .text(result.statuses.map { $0.map(String.init) ?? "none" }.joined(separator: ", ")),
          .text(result.receipts.isEmpty ? "none" : result.receipts.joined(separator: ", ")),
        ]
      })
  }

  private static func steps(_ result: IdempotencyExchange.Result) -> Table {
    Table(
      caption: "Step by step: \(result.variant.label)", columns: ["Step", "From", "To", "What", "Arrived"],
      rows: result.steps.enumerated().map { index, step in
        let arrived = step.from == step.to ? "" : step.lost ? "no" : "yes"
        return [.integer(index + 1), .text(step.from), .text(step.to), .text(step.what), .text(arrived)]
      })
  }
}

extension IdempotencyExchange.Result {
  var json: JSONValue {
    [
      "variant": .string(variant.rawValue),
      "label": .string(variant.label),
      "payments": .integer(payments.count),
      "records": .strings(payments.map(\.listing)),
      "receipts": .strings(receipts),
      "answers": .array(statuses.map { $0.map { .integer($0) } ?? .null }),
      "serverRequests": .integer(requests),
      "steps": .array(steps.map(\.json)),
    ]
  }
}
