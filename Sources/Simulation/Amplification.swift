import JSON
import Retry

/// Layers multiply: what a dead backend gets when each layer above it retries, counted by nesting the layers.
package struct Amplification: Experiment {
  package let id = "amplification"
  package let title = "Layers multiply"
  package let question = "When every layer retries, how many requests does one user's click send to a dead server?"

  /// The most requests to the backend in one run.
  package static let mostSends = 20_000_000

  package init() {}

  package let schema = Schema([
    Parameter(
      "layers", "Retries per layer", .integers(0...20, count: 1...10, default: [2, 2, 1]),
      meaning: "How often each layer sends again, from the one closest to the user to the one closest to the backend."),
    Parameter(
      "requests", "Requests", .integer(1...100_000, default: 1_000),
      meaning: "How many requests users make, one by one."),
    Parameter(
      "failureRate", "Failures", .number(0...1, default: 1),
      meaning: "The share of requests to the backend that fail; 1 is a total outage."),
    Parameter(
      "ratio", "Budget's ratio", .number(0...1, default: 0.1),
      meaning: "What each request sent adds to a layer's budget, in tokens; a retry takes one."),
    Parameter(
      "capacity", "Budget's size", unit: "tokens", .number(0...10_000, default: 10),
      meaning: "The size of a layer's budget, full at first."),
  ])

  package func faults(in arguments: Arguments) -> [Fault] {
    let most = Amplification.mostSends / arguments.integer("requests")
    let product = LayerStack.product(arguments.integers("layers"))
    if product <= most { return [] }
    let shown = product == .max ? "more than can be counted" : Wording.count(product)
    return [
      Fault(
        "layers",
        "must multiply to at most \(Wording.count(most)) for so many requests (a run sends at most "
          + "\(Wording.count(Amplification.mostSends))); multiply to \(shown)")
    ]
  }

  package func run(_ arguments: Arguments, _ monitor: RunMonitor) throws -> Report {
    let layers = arguments.integers("layers")
    let requests = arguments.integer("requests")
    var outcomes: [(variant: AmplificationVariant, run: LayerStack)] = []
    for (index, variant) in AmplificationVariant.allCases.enumerated() {
      var stack = LayerStack(
        retries: variant.retries(layers),
        budgets: variant.budgets(layers.count, of: AmplificationVariant.rule(arguments)),
        failureRate: arguments.number("failureRate"), seed: UInt64(arguments.seed))
      try stack.send(requests, monitor.part(index, of: AmplificationVariant.allCases.count))
      outcomes.append((variant, stack))
    }
    return report(layers, requests, outcomes)
  }

  private func report(
    _ layers: [Int], _ requests: Int, _ outcomes: [(variant: AmplificationVariant, run: LayerStack)]
  ) -> Report {
    let perRequest = { (sent: Int) in JSONValue.number(Double(sent) / Double(requests)) }
    let counted = Double(outcomes[0].run.sent) / Double(requests)
    let formula = LayerStack.product(layers)
    let factors = layers.map { "\($0 + 1)" }.joined(separator: " × ")
    let others = outcomes.dropFirst().map { variant, run in
      "\(variant.words): \(AmplificationVariant.short(Double(run.sent) / Double(requests)))."
    }
    return Report(
      result: [
        "layers": .integers(layers), "counted": perRequest(outcomes[0].run.sent), "formula": .integer(formula),
        "variants": .array(
          outcomes.map { variant, run in
            [
              "variant": .string(variant.rawValue), "label": .string(variant.label), "sent": .integer(run.sent),
              "amplification": perRequest(run.sent), "denied": .integer(run.denied),
              "succeeded": .integer(run.succeeded), "perLayer": .integers(run.sends),
            ]
          }),
      ],
      reading: "Requests at the backend for each one of the user. When every layer retries: "
        + "\(AmplificationVariant.short(counted)), of at most \(factors) = \(Wording.count(formula)). "
        + "\(others.joined(separator: " "))",
      tables: [
        Table(
          caption: "Requests at the backend",
          columns: ["Who retries", "Sent", "Per request", "Retries denied", "Requests that succeeded"],
          rows: outcomes.map { variant, run in
            [
              .text(variant.label), .integer(run.sent), .number(Double(run.sent) / Double(requests), digits: 2),
              .integer(run.denied), .integer(run.succeeded),
            ]
          }),
        Table(
          caption: "Requests sent by each layer when all retry",
          columns: ["Layer, from the user on", "Retries", "Requests it sends"],
          rows: layers.indices.map { [.integer($0 + 1), .integer(layers[$0]), .integer(outcomes[0].run.sends[$0])] }),
      ])
  }
}

/// Who retries, and under what budget.
enum AmplificationVariant: String, CaseIterable {
  case everyLayer = "every-layer"
  case oneLayer = "one-layer"
  case budgetAtOne = "budget-at-one"
  case budgetAtEach = "budget-at-each"

  var label: String {
    switch self {
    case .everyLayer: "Every layer"
    case .oneLayer: "Only the layer closest to the user"
    case .budgetAtOne: "Every layer, with a budget at the one closest to the user"
    case .budgetAtEach: "Every layer, with a budget at each"
    }
  }

  fileprivate var words: String {
    switch self {
    case .everyLayer: "When every layer retries"
    case .oneLayer: "When only the layer closest to the user retries"
    case .budgetAtOne: "When all retry and that one has a budget"
    case .budgetAtEach: "When all retry and each has a budget"
    }
  }

  func retries(_ layers: [Int]) -> [Int] {
    self == .oneLayer ? layers.enumerated().map { $0.offset == 0 ? $0.element : 0 } : layers
  }

  func budgets(_ count: Int, of rule: RetryBudget.Rule) -> [RetryBudget.Rule] {
    (0..<count).map { index in
      switch self {
      case .everyLayer, .oneLayer: .none
      case .budgetAtOne: index == 0 ? rule : .none
      case .budgetAtEach: rule
      }
    }
  }

  static func rule(_ arguments: Arguments) -> RetryBudget.Rule {
    .ratio(arguments.number("ratio"), capacity: arguments.number("capacity"))
  }

  /// A number with at most two decimals.
  fileprivate static func short(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let whole = Wording.count(hundredths / 100)
    if hundredths % 100 == 0 { return whole }
    let rest = hundredths % 100
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
