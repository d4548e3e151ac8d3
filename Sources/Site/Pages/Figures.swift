package import Simulation

/// Numbers as a reader sees them: thousands apart, so many digits behind the point, a true minus.
package enum Figures {
  package static func text(_ number: Int) -> String {
    let digits = Array(String(number.magnitude).utf8)
    var bytes: [UInt8] = []
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(digit)
    }
    return (number < 0 ? "−" : "") + String(decoding: bytes, as: UTF8.self)
  }

  /// A count with its noun: `1 student`, `2,000 students`.
  static func count(_ number: Int, _ noun: String) -> String { "\(text(number)) \(noun)\(number == 1 ? "" : "s")" }

  /// - Parameter digits: Behind the point, 0…9.
  package static func text(_ number: Double, digits: Int) -> String {
    guard number.isFinite else { return "—" }
    let places = min(max(digits, 0), 9)
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    // Beyond this the digits behind the point are not there to be shown.
    guard number.magnitude < 9e15 / Double(scale) else { return number.description }
    let scaled = Int((number.magnitude * Double(scale)).rounded())
    let whole = text(scaled / scale)
    let sign = number < 0 && scaled > 0 ? "−" : ""
    guard places > 0 else { return sign + whole }
    let rest = String(scaled % scale)
    return sign + whole + "." + String(repeating: "0", count: places - rest.utf8.count) + rest
  }

  package static func text(_ cell: Table.Cell) -> String {
    switch cell {
    case .text(let text): text
    case .integer(let number): self.text(number)
    case .number(let number, let digits): text(number, digits: digits)
    case .none: "—"
    }
  }

  /// A number as the form and the query write it: a whole one without a point.
  package static func plain(_ number: Double) -> String {
    Int(exactly: number).map { String($0) } ?? number.description
  }

  /// A value as the form and the query write it: no grouping, lists by commas.
  package static func plain(_ value: Arguments.Value) -> String {
    switch value {
    case .integer(let number): String(number)
    case .number(let number): plain(number)
    case .text(let text): text
    case .texts(let texts): texts.joined(separator: ",")
    case .integers(let numbers): numbers.map { String($0) }.joined(separator: ",")
    case .flag(let flag): flag ? "true" : "false"
    case .none: ""
    }
  }
}
