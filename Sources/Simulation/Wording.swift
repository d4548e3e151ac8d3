/// Numbers as a sentence shows them.
package enum Wording {
  /// A whole number with its thousands marked: `1,000,000`.
  static func count(_ number: Int) -> String {
    var grouped: [UInt8] = []
    for (index, digit) in String(number.magnitude).utf8.reversed().enumerated() {
      if index > 0 && index % 3 == 0 { grouped.append(UInt8(ascii: ",")) }
      grouped.append(digit)
    }
    return (number < 0 ? "-" : "") + String(decoding: grouped.reversed(), as: UTF8.self)
  }

  /// A count with its noun: `1 client`, `2,000 clients`.
  static func count(_ number: Int, _ noun: String) -> String { "\(count(number)) \(noun)\(number == 1 ? "" : "s")" }

  /// Milliseconds rounded to a whole number, with their unit.
  static func milliseconds(_ time: Double) -> String { "\(count(Int(time.rounded()))) ms" }

  /// Seconds from milliseconds: `15 s`, `1.5 s`.
  static func seconds(_ milliseconds: Int) -> String { "\(decimal(Double(milliseconds) / 1_000)) s" }

  /// A number with at most two decimals.
  static func decimal(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let (whole, rest) = (count(hundredths / 100), hundredths % 100)
    if rest == 0 { return whole }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// A number that is not negative, with so many decimals.
  package static func decimal(_ number: Double, places: Int) -> String {
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((number * Double(scale)).rounded())
    guard places > 0 else { return String(scaled) }
    let rest = String(scaled % scale)
    return "\(scaled / scale).\(String(repeating: "0", count: places - rest.utf8.count))\(rest)"
  }

  /// A share as a percentage: whole from 10 on, else with one decimal.
  static func percent(_ share: Double) -> String {
    let percent = share * 100
    if percent >= 9.95 || percent == percent.rounded() { return "\(count(Int(percent.rounded())))%" }
    let tenths = Int((percent * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)%"
  }

  /// How often, behind something that happened: `twice`, `five times over`, `12 times over`.
  static func over(_ times: Int) -> String {
    let words = ["three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    return switch times {
    case 1: "once"
    case 2: "twice"
    case 3...10: "\(words[times - 3]) times over"
    default: "\(count(times)) times over"
    }
  }

  /// `a`, `a and b`, `a, b and c`.
  static func list(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " and " + last
  }
}
