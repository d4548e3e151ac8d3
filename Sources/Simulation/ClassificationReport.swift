import JSON
import Retry

/// A table of failures as values, words and tables.
struct ClassificationReport {
  let request: RetryRequest
  let failures: [Failure]

  private var classified: [(failure: Failure, what: Classification)] {
    failures.map { ($0, Classification($0, of: request)) }
  }

  var report: Report { Report(result: json, reading: reading, tables: [table, crossing]) }

  private func isAgreed(_ failure: Failure, _ what: Classification) -> Bool {
    FourCaseClassifier.isRetried(failure) == (what.decision == .retry)
  }

  private var json: JSONValue {
    [
      "failures": .array(
        classified.map { failure, what in
          [
            "failure": .string(failure.description), "decision": .string(what.decision.rawValue),
            "reason": .string(what.reason), "reachedServer": .string(what.reachedServer.rawValue),
            "spendsBudget": .bool(what.spendsBudget), "honoursRetryAfter": .bool(what.honoursRetryAfter),
            "message": .string(what.message.text), "messageClass": .string(what.message.rawValue),
            "fourCases": .string(FourCaseClassifier.isRetried(failure) ? "retry" : "never"),
            "fourCasesAgree": .bool(isAgreed(failure, what)),
          ]
        }),
      "crossing": .array(
        failures.map { failure in
          [
            "failure": .string(failure.description),
            "repeatable": .string(decision(failure, RetryRequest(.get)).rawValue),
            "keyless": .string(decision(failure, RetryRequest(.post)).rawValue),
          ]
        }),
      "counts": .object(
        Classification.Decision.allCases.map { decision in
          JSONMember(decision.rawValue, .integer(classified.count { $0.what.decision == decision }))
        }),
      "fourCasesWrong": .integer(wrong),
    ]
  }

  private func decision(_ failure: Failure, _ request: RetryRequest) -> Classification.Decision {
    Classification(failure, of: request).decision
  }

  private var wrong: Int { classified.count { !isAgreed($0.failure, $0.what) } }

  private var reading: String {
    let counts = Classification.Decision.allCases.compactMap { decision -> String? in
      let count = classified.count { $0.what.decision == decision }
      return count == 0 ? nil : "\(count) \(decision.words)"
    }
    let key = request.key == nil ? request.method.isIdempotent ? "" : " without a key" : " with a key"
    return "Of \(Wording.count(failures.count, "failure")) of a \(request.method)\(key): \(Wording.list(counts)). "
      + "A classifier of four cases gets \(wrong) of them wrong."
  }

  private var table: Table {
    Table(
      caption: "What to do about each failure",
      columns: [
        "Failure", "Decision", "Why", "Reached the server", "Spends budget", "Tell the user", "Four-case classifier",
      ],
      rows: classified.map { failure, what in
        [
          .text(failure.label), .text(what.decision.label), .text(what.reason), .text(what.reachedServer.label),
          .text(what.spendsBudget ? "yes" : "no"), .text(what.message.text),
          .text(
            (FourCaseClassifier.isRetried(failure) ? "retry" : "never") + (isAgreed(failure, what) ? "" : " (wrong)")),
        ]
      })
  }

  private var crossing: Table {
    Table(
      caption: "By what the request is",
      columns: ["Failure", "Safe to repeat, or with a key", "POST or PATCH, no key"],
      rows: failures.map { failure in
        [
          .text(failure.label), .text(decision(failure, RetryRequest(.get)).label),
          .text(decision(failure, RetryRequest(.post)).label),
        ]
      })
  }
}

extension Classification.Decision {
  var label: String {
    switch self {
    case .retry: "Retry with backoff"
    case .waitForConnectivity: "Wait for connectivity"
    case .rarely: "Rarely"
    case .checkFirst: "Check first, then ask"
    case .never: "Never"
    }
  }

  /// After a number of failures.
  fileprivate var words: String {
    switch self {
    case .retry: "worth another attempt after a wait"
    case .waitForConnectivity: "waiting for the network"
    case .rarely: "rarely worth one"
    case .checkFirst: "uncertain, to be looked up first"
    case .never: "never"
    }
  }
}

extension Failure.Reach {
  fileprivate var label: String {
    switch self {
    case .surely: "surely"
    case .surelyNot: "surely not"
    case .perhaps: "perhaps"
    }
  }
}
