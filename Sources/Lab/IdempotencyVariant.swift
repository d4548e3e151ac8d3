/// A way in which client and server deal with keys, and what goes wrong meanwhile.
enum IdempotencyVariant: String, Sendable, CaseIterable {
  case keyless
  case keyed
  case freshKey = "fresh-key"
  case ignoredKey = "ignored-key"
  case concurrent
  case changedBody = "changed-body"
  case killedSeparate = "killed-separate"
  case killedTransaction = "killed-transaction"

  /// What a reader chooses.
  var label: String {
    switch self {
    case .keyless: "No key"
    case .keyed: "One key for all attempts"
    case .freshKey: "A fresh key for each attempt"
    case .ignoredKey: "A server that ignores keys"
    case .concurrent: "Two at once with one key"
    case .changedBody: "The same key with another body"
    case .killedSeparate: "Killed between paying and recording, two steps"
    case .killedTransaction: "Killed between paying and recording, one transaction"
    }
  }

  /// The same within a sentence.
  var phrase: String {
    switch self {
    case .keyless: "without a key"
    case .keyed: "with one key for all attempts"
    case .freshKey: "with a fresh key for each attempt"
    case .ignoredKey: "at a server that ignores keys"
    case .concurrent: "with two requests at once under one key"
    case .changedBody: "with the same key for another body"
    case .killedSeparate: "at a server killed between paying and recording as two steps"
    case .killedTransaction: "at a server killed between paying and recording in one transaction"
    }
  }

  var rule: PaymentLedger.Rule {
    switch self {
    case .ignoredKey: .ignoresKeys
    case .killedSeparate: .separateSteps
    default: .oneTransaction
    }
  }

  /// The key that an attempt carries.
  func key(_ key: String, attempt: Int) -> String? {
    switch self {
    case .keyless: nil
    case .freshKey: "\(key)-\(attempt)"
    default: key
    }
  }
}
