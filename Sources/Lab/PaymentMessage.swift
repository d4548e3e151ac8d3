import HTTP
import JSON

/// What client and payment server say to each other.
struct PaymentMessage: Equatable {
  /// Names the client among several, for the trace alone.
  static let clientField = "X-Client"

  let item: String
  /// In cents.
  let amount: Int

  init(item: String, amount: Int) {
    self.item = item
    self.amount = amount
  }

  /// - Returns: nil if the bytes are no payment.
  init?(_ body: [UInt8]) {
    guard let value = try? JSONParser.parse(body), case .string(let item)? = value["item"],
      case .integer(let amount)? = value["amount"], amount > 0
    else { return nil }
    self.init(item: item, amount: amount)
  }

  var body: [UInt8] { (["item": .string(item), "amount": .integer(amount)] as JSONValue).bytes }

  static func receipt(_ payment: PaymentLedger.Payment, replayed: Bool) -> [UInt8] {
    let body: JSONValue = ["receipt": .string(payment.receipt), "item": .string(payment.entry.item)]
    var fields: HeaderFields = ["Content-Type": "application/json"]
    if replayed { fields.add("Idempotency-Replayed", "true") }
    return ScriptedResponse.bytes(201, headers: fields, body: body.bytes)
  }

  static func problem(_ status: Int, _ title: String) -> [UInt8] {
    let body: JSONValue = ["title": .string(title), "status": .integer(status)]
    return ScriptedResponse.bytes(status, headers: ["Content-Type": "application/problem+json"], body: body.bytes)
  }

  /// The receipt's number in an answer's body.
  static func receipt(in body: [UInt8]) -> String? {
    guard let value = try? JSONParser.parse(body), case .string(let receipt)? = value["receipt"] else { return nil }
    return receipt
  }
}
