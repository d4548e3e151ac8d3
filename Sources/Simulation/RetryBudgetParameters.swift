package import Retry

/// A retry budget as parameters, where a run has one. Rates and sizes of Finagle's and Envoy's are the usual ones.
package enum RetryBudgetParameters {
  static func all(default name: String) -> [Parameter] {
    [
      Parameter(
        "budget", "Retry budget",
        .choice(
          [
            .init("none", "None"), .init("ratio", "Ratio of the requests"), .init("grpc", "gRPC"),
            .init("finagle", "Finagle"), .init("aws", "AWS SDK"), .init("envoy", "Envoy"),
          ], default: name),
        meaning: "What all requests of the client together may spend on retries."),
      Parameter(
        "ratio", "Ratio", .number(0...1, default: 0.1),
        meaning: "What each request sent adds to a ratio budget, in tokens."
      ),
      Parameter(
        "capacity", "Capacity", unit: "tokens", .number(0...100_000, default: 10),
        meaning: "The size of a ratio budget; each retry takes one token."),
      Parameter(
        "maxTokens", "gRPC's size", unit: "tokens", .number(0...1_000, default: 10),
        meaning: "The size of gRPC's budget; a failure takes one token, and there is no retry at half or less."),
      Parameter(
        "tokenRatio", "gRPC's ratio", .number(0...1, default: 0.1),
        meaning: "What each success adds to gRPC's budget, in tokens."),
      Parameter(
        "cost", "AWS's cost", unit: "tokens", .number(0...500, default: 14),
        meaning: "What a retry takes from the AWS SDK's 500 tokens: 14 since 2026, 5 before."),
      Parameter(
        "tokensLeft", "Tokens left", unit: "tokens", .optionalInteger(0...100_000),
        meaning: "What earlier requests have left of a ratio, gRPC or AWS budget; left out, it is full."),
    ]
  }

  static func rule(_ arguments: Arguments) -> RetryBudget.Rule {
    switch arguments.text("budget") {
    case "ratio": .ratio(arguments.number("ratio"), capacity: arguments.number("capacity"))
    case "grpc": .grpc(maxTokens: arguments.number("maxTokens"), tokenRatio: arguments.number("tokenRatio"))
    case "finagle": .finagle(ttl: .seconds(10), share: 0.2, minimumPerSecond: 10)
    case "aws": .aws(tokens: 500, cost: arguments.number("cost"))
    case "envoy": .envoy(share: 0.2, minimum: 3)
    default: .none
    }
  }

  package static func shared(_ arguments: Arguments) -> SharedRetryBudget {
    let rule = rule(arguments)
    let left = arguments.optionalInteger("tokensLeft").map { RetryBudget(rule, milliTokens: Int64($0) * 1_000) }
    return SharedRetryBudget(left ?? RetryBudget(rule))
  }
}
