import JSON
import Simulation
import Testing

@Suite("What a schema accepts and refuses")
struct SchemaTests {
  static let schema = Schema([
    Parameter("clients", "Clients", .integer(1...10_000_000, default: 1_000), meaning: ""),
    Parameter("maxAttempts", "Attempts", .optionalInteger(1...100), meaning: ""),
    Parameter("failureRate", "Failures", .number(0...1, default: 0.5), meaning: ""),
    Parameter("method", "Method", .choice([.init("GET", "GET"), .init("POST", "POST")], default: "GET"), meaning: ""),
    Parameter(
      "strategy", "Strategies",
      .choices([.init("exponential", "Exponential", aliases: ["none"]), .init("full", "Full")], default: ["full"]),
      meaning: ""),
    Parameter("layers", "Layers", .integers(0...10, count: 1...4, default: [2, 2]), meaning: ""),
    Parameter("shed", "Shed", .flag(default: false), meaning: ""),
    Parameter("script", "Script", .text(maxBytes: 8, default: "503"), meaning: ""),
  ])

  private func query(_ pairs: (String, String)...) throws -> Arguments {
    try Self.schema.arguments(query: pairs.map { (name: $0.0, value: $0.1) })
  }

  private func faults(_ pairs: (String, String)...) -> [Fault] {
    faults { try Self.schema.arguments(query: pairs.map { (name: $0.0, value: $0.1) }) }
  }

  private func faults(json: JSONValue) -> [Fault] { faults { try Self.schema.arguments(json: json) } }

  private func faults(_ read: () throws -> Arguments) -> [Fault] {
    do {
      _ = try read()
      return []
    } catch { return (error as? InvalidParameters)?.faults ?? [] }
  }

  @Test("Nothing asked gives every default, the seed last")
  func defaults() throws {
    let arguments = try query()
    #expect(arguments == Self.schema.defaults)
    #expect(
      arguments.values.map(\.name) == [
        "clients", "maxAttempts", "failureRate", "method", "strategy", "layers", "shed", "script", "seed",
      ])
    #expect(arguments.seed == 1)
    #expect(
      String(decoding: arguments.json.bytes, as: UTF8.self)
        == #"{"clients":1000,"maxAttempts":null,"failureRate":0.5,"method":"GET","strategy":["full"],"#
        + #""layers":[2,2],"shed":false,"script":"503","seed":1}"#)
  }

  @Test("A query's values are read by their kinds")
  func values() throws {
    let arguments = try query(
      ("clients", "10000000"), ("maxAttempts", "7"), ("failureRate", "0.25"), ("method", "POST"),
      ("strategy", "none,full"), ("layers", "3, 2,1"), ("shed", "true"), ("script", "a=1;b"),
      ("seed", "9007199254740991"))
    #expect(arguments.integer("clients") == 10_000_000)
    #expect(arguments.optionalInteger("maxAttempts") == 7)
    #expect(arguments.number("failureRate") == 0.25)
    #expect(arguments.text("method") == "POST")
    #expect(arguments.texts("strategy") == ["exponential", "full"])
    #expect(arguments.integers("layers") == [3, 2, 1])
    #expect(arguments.flag("shed"))
    #expect(arguments.text("script") == "a=1;b")
    #expect(arguments.seed == 9_007_199_254_740_991)
  }

  @Test("A list may be given as a repeated name, as a form sends it")
  func repeatedList() throws {
    #expect(
      try query(("strategy", "full"), ("clients", "5"), ("strategy", "none")).texts("strategy") == [
        "full", "exponential",
      ])
    #expect(try query(("layers", "1,2"), ("layers", "3")).integers("layers") == [1, 2, 3])
  }

  @Test("An optional number left empty is none")
  func emptyOptional() throws {
    #expect(try query(("maxAttempts", "")).optionalInteger("maxAttempts") == nil)
  }

  @Test(
    "Numbers are digits; anything else is refused, with what is allowed",
    arguments: [
      "abc", "", " 5", "5 ", "+5", "1e3", "5.0", "0x10", "0", "-1", "-", "--1", "10000001", "٣", "1_000", "1,000",
      "99999999999999999999", "-99999999999999999999", "18446744073709551617",
    ])
  func badInteger(_ text: String) {
    let shown = text.isEmpty ? "empty" : text
    #expect(
      faults(("clients", text)) == [Fault("clients", "must be a whole number from 1 to 10000000; was \(shown)")])
  }

  @Test(
    "Decimals are read strictly", arguments: ["nan", "inf", "1.01", "-0.1", "0x1p-2", "1.", "", "0,5", "1e400", "+0.5"])
  func badNumber(_ text: String) {
    #expect(faults(("failureRate", text)).map(\.parameter) == ["failureRate"])
  }

  @Test("Decimals may have a fraction and an exponent", arguments: [("0", 0), ("1", 1), (".5", 0.5), ("5e-1", 0.5)])
  func goodNumber(_ text: String, _ value: Double) throws {
    #expect(try query(("failureRate", text)).number("failureRate") == value)
  }

  @Test("Names that are not allowed are refused with those that are")
  func badChoices() {
    #expect(faults(("method", "get")) == [Fault("method", "must be one of GET, POST; was get")])
    let allowed = "must be one or several of exponential (or none), full, each once; was "
    #expect(faults(("strategy", "")) == [Fault("strategy", allowed + "empty")])
    #expect(faults(("strategy", "full,")) == [Fault("strategy", allowed + "empty")])
    #expect(faults(("strategy", "full,ful")) == [Fault("strategy", allowed + "ful")])
    #expect(faults(("strategy", "none,exponential")) == [Fault("strategy", allowed + "exponential twice")])
    #expect(faults(("strategy", "full"), ("strategy", "full")) == [Fault("strategy", allowed + "full twice")])
  }

  @Test("Lists of numbers are bounded in length and in each number")
  func badIntegers() {
    let allowed = "must be 1 to 4 whole numbers from 0 to 10, separated by commas; was "
    #expect(faults(("layers", "")) == [Fault("layers", allowed + "empty")])
    #expect(faults(("layers", "1,2,3,4,5")) == [Fault("layers", allowed + "5 numbers")])
    #expect(faults(("layers", "1,11")) == [Fault("layers", allowed + "11")])
    #expect(faults(("layers", "1,,2")) == [Fault("layers", allowed + "empty")])
  }

  @Test("Flags are true or false; texts have a length")
  func flagsAndTexts() {
    #expect(faults(("shed", "yes")) == [Fault("shed", "must be true or false; was yes")])
    #expect(faults(("script", "123456789")) == [Fault("script", "must be text of at most 8 bytes; was 9 bytes long")])
  }

  @Test("Every fault is listed, in the order given")
  func everyFault() {
    let found = faults(("seed", "-1"), ("speed", "9"), ("clients", "0"), ("method", "PUT"), ("layers", "2"))
    #expect(found.map(\.parameter) == ["seed", "speed", "clients", "method"])
    #expect(found[1].message.hasPrefix("is unknown; the parameters are clients, maxAttempts, failureRate"))
  }

  @Test("An unknown name that differs in case, or lacks the unit, gets a hint")
  func hint() throws {
    let schema = Schema([Parameter("baseMs", "Base", .integer(1...5, default: 1), meaning: "")])
    for name in ["basems", "base"] {
      #expect(
        throws: InvalidParameters([Fault(name, "is unknown; did you mean baseMs? the parameters are baseMs, seed")])
      ) {
        try schema.arguments(query: [(name, "1")])
      }
    }
  }

  @Test("A number given twice is refused, even if both are the same")
  func duplicates() {
    #expect(
      faults(("clients", "5"), ("clients", "5"))
        == [Fault("clients", "must be a whole number from 1 to 10000000; was given more than once")])
    #expect(faults(("x", "5"), ("x", "5")).map(\.parameter) == ["x"])
  }

  @Test("What was given is shown cut and without what could disturb a terminal or a page's order")
  func excerpt() {
    let long = String(repeating: "x", count: 100_000)
    #expect(faults(("clients", long))[0].message.utf8.count < 150)
    #expect(faults((long, "1"))[0].parameter.utf8.count < 150)
    #expect(
      faults(("clients", "a\u{1B}[2J\r\n\u{202E}\u{0}é"))[0].message.hasSuffix(
        "was a\u{FFFD}[2J\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}é"))
    let many = (0..<5_000).map { (name: "p\($0)", value: "") }
    let found = faults { try Self.schema.arguments(query: many) }
    #expect(found.count == 51)
    #expect(found.last == Fault("", "further faults are not listed"))
  }

  @Test("JSON values are read by their kinds; lists also as text")
  func json() throws {
    let arguments = try Self.schema.arguments(json: [
      "clients": 5, "maxAttempts": .null, "failureRate": 1, "strategy": ["none"], "layers": [1, 2], "shed": true,
      "script": "", "method": "POST",
    ])
    #expect(arguments.integer("clients") == 5)
    #expect(arguments.optionalInteger("maxAttempts") == nil)
    #expect(arguments.number("failureRate") == 1)
    #expect(arguments.texts("strategy") == ["exponential"])
    #expect(arguments.integers("layers") == [1, 2])
    #expect(arguments.flag("shed"))
    #expect(try Self.schema.arguments(json: ["strategy": "none,full", "layers": "4,5"]).integers("layers") == [4, 5])
    #expect(try Self.schema.arguments(json: ["clients": 2.0]).integer("clients") == 2)
  }

  @Test("JSON values of other types are refused")
  func badJSON() {
    let found = faults(json: [
      "clients": "5", "maxAttempts": 0, "failureRate": 1.5, "strategy": ["full", 1], "layers": [1, 2.5], "shed": "true",
      "script": 5, "method": .null, "seed": 9_007_199_254_740_992, "more": [],
    ])
    #expect(
      found.map(\.parameter) == [
        "clients", "maxAttempts", "failureRate", "strategy", "layers", "shed", "script", "method", "seed", "more",
      ])
    #expect(found[0].message == #"must be a whole number from 1 to 10000000; was the text "5""#)
    #expect(found[7].message == "must be one of GET, POST; was null")
    #expect(faults(json: [1]) == [Fault("", "must be an object with the parameters as members")])
    #expect(faults(json: .object([JSONMember("seed", 1), JSONMember("seed", 2)])).map(\.parameter) == ["seed"])
  }
}
