import Retry

/// The budgets that `budget` compares.
package enum BudgetKind: String, CaseIterable, Sendable {
  case none
  case ratio
  case ratioPerSuccess = "ratio-per-success"
  case grpc
  case finagle
  case aws
  case envoy

  package var label: String {
    switch self {
    case .none: "No budget"
    case .ratio: "Ratio of the requests sent"
    case .ratioPerSuccess: "Ratio of the successes (a mistake)"
    case .grpc: "gRPC"
    case .finagle: "Finagle"
    case .aws: "AWS SDK"
    case .envoy: "Envoy"
    }
  }

  /// The budget as a sentence names it.
  var words: String {
    switch self {
    case .none: "no budget"
    case .ratio: "a ratio budget"
    case .ratioPerSuccess: "a ratio budget that is filled by successes"
    case .grpc: "gRPC's budget"
    case .finagle: "Finagle's budget"
    case .aws: "the AWS SDK's budget"
    case .envoy: "Envoy's budget"
    }
  }

  /// True if the rule is about time or about requests under way, so that requests have to overlap.
  var needsTime: Bool {
    switch self {
    case .none, .ratio, .ratioPerSuccess, .grpc, .aws: false
    case .finagle, .envoy: true
    }
  }

  func rule(_ arguments: Arguments) -> RetryBudget.Rule {
    let (ratio, capacity) = (arguments.number("ratio"), arguments.number("capacity"))
    return switch self {
    case .none: .none
    case .ratio: .ratio(ratio, capacity: capacity)
    case .ratioPerSuccess: .ratio(ratio, capacity: capacity, on: .success)
    case .grpc: .grpc(maxTokens: arguments.number("maxTokens"), tokenRatio: arguments.number("tokenRatio"))
    case .finagle: .finagle(ttl: .milliseconds(arguments.integer("ttlMs")), share: 0.2, minimumPerSecond: 10)
    case .aws: .aws(tokens: 500, cost: arguments.number("cost"))
    case .envoy: .envoy(share: 0.2, minimum: 3)
    }
  }
}
