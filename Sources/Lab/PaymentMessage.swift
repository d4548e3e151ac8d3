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

  /// The key in a field's value: bare or as a quoted string, 1…255 visible characters without quotes or backslashes.
  static func key(_ value: String) -> String? {
    var bytes = Array(value.utf8)
    let quote = UInt8(ascii: "\"")
    if bytes.count >= 2, bytes.first == quote, bytes.last == quote { bytes = Array(bytes[1..<(bytes.count - 1)]) }
    guard (1...255).contains(bytes.count),
      bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != quote && $0 != UInt8(ascii: "\\") })
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func receipt(_ payment: PaymentLedger.Payment, replayed: Bool) -> [UInt8] {
    let body: JSONValue = ["receipt": .string(payment.receipt), "item": .string(payment.entry.item)]
    let replay = replayed ? [(name: "Idempotency-Replayed", value: "true")] : []
    return ScriptedResponse.bytes(201, headers: [("Content-Type", "application/json")] + replay, body: body.bytes)
  }

  static func problem(_ status: Int, _ title: String) -> [UInt8] {
    let body: JSONValue = ["title": .string(title), "status": .integer(status)]
    return ScriptedResponse.bytes(status, headers: [("Content-Type", "application/problem+json")], body: body.bytes)
  }

  /// The receipt's number in an answer's body.
  static func receipt(in body: [UInt8]) -> String? {
    guard let value = try? JSONParser.parse(body), case .string(let receipt)? = value["receipt"] else { return nil }
    return receipt
  }
}
