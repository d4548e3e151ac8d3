import HTTP
package import Simulation
import Synchronization

/// One payment or two: a payment server that acts on a request and closes the connection before it answers, met by a
/// client that sends again.
package struct IdempotencyExperiment: Experiment {
  package let id = "idempotency"
  package let title = "One payment or two"
  package let question = "When the answer is lost and the client sends again, how often is the order paid?"
  package let isLive = true

  /// How long a run may take in all.
  private static let longestRun = Duration.seconds(30)

  package init() {}

  package var schema: Schema {
    let variants = IdempotencyVariant.allCases
    return Schema([
      Parameter(
        "variants", "Client and server",
        .choices(variants.map { Parameter.Choice($0.rawValue, $0.label) }, default: variants.map(\.rawValue)),
        meaning: "How client and server deal with keys, and what goes wrong; each is played by itself."),
      Parameter(
        "attempts", "Attempts", .integer(1...6, default: 3),
        meaning: "How often the client sends its order at most, the first time included."),
      Parameter(
        "lostResponses", "Lost answers", .integer(0...5, default: 1),
        meaning:
          "How many of the first answers are lost after the server has acted; where the server is killed, how often."),
      Parameter(
        "item", "Item", .text(maxBytes: 40, default: "book"),
        meaning: "What is bought: 1 to 40 letters, digits, dots, hyphens or underscores."
      ).matching("^[A-Za-z0-9._-]+$"),
      Parameter(
        "amount", "Amount", unit: "cents", .integer(1...1_000_000, default: 1250),
        meaning: "What it costs; the other body under the same key asks for twice that."),
      Parameter(
        "key", "Key", .text(maxBytes: 200, default: "k-9"),
        meaning: "The idempotency key: 1 to 200 letters, digits, dots, hyphens or underscores. Real ones are random."
      ).matching("^[A-Za-z0-9._-]+$"),
      Parameter(
        "workMs", "Time to pay", unit: "ms", .integer(1...500, default: 50),
        meaning: "How long the payment goes on after its duplicate was refused, where two come at once."),
    ])
  }

  package func faults(in arguments: Arguments) -> [Fault] {
    ["item", "key"].filter { !isName(arguments.text($0)) }.map {
      Fault($0, "must be one or more letters a–z, A–Z, digits, dots, hyphens or underscores")
    }
  }

  private func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { ASCII.isAlpha($0) || ASCII.isDigit($0) || "._-".utf8.contains($0) }
  }

  /// The client's waits, and the payment's where two come at once.
  package func expectedSeconds(_ arguments: Arguments) -> Double {
    let lost = min(arguments.integer("attempts") - 1, arguments.integer("lostResponses"))
    return arguments.texts("variants").compactMap(IdempotencyVariant.init).reduce(0.01) { sum, variant in
      let work = Double(arguments.integer("workMs")) / 1_000
      return sum + (variant == .concurrent ? work + max(0.02, 2 * work) : 0.005 + 0.03 * Double(lost * (lost + 1)))
    }
  }

  package func run(_ arguments: Arguments, _ monitor: RunMonitor) throws -> Report {
    let variants = arguments.texts("variants").compactMap(IdempotencyVariant.init)
    let done = Done()
    let pulse = RunPulse(monitor) { Double(done.count.load(ordering: .relaxed)) / Double(variants.count) }
    let patience = pulse.patience(until: .now + Self.longestRun)
    let results = try variants.map { variant in
      let exchange = IdempotencyExchange(
        variant: variant, order: PaymentMessage(item: arguments.text("item"), amount: arguments.integer("amount")),
        key: arguments.text("key"), attempts: arguments.integer("attempts"),
        lostResponses: arguments.integer("lostResponses"), work: .milliseconds(arguments.integer("workMs")),
        seed: UInt64(arguments.seed))
      let result = try exchange.run(patience)
      guard .now < patience.deadline else {
        throw RunStopped.bound("A run may take \(Self.longestRun.components.seconds) seconds.")
      }
      done.count.add(1, ordering: .relaxed)
      return result
    }
    pulse.beat()
    return IdempotencyReport.report(results)
  }

  /// How many variants have been played.
  private final class Done: Sendable {
    let count = Atomic(0)
  }
}
