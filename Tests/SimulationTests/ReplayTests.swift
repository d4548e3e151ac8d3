import JSON
import Simulation
import Testing

@Suite("replay: again, or in another order")
struct ReplayTests {
  func operation(_ name: String, _ query: KeyValuePairs<String, String> = [:]) throws -> JSONValue {
    let all = try report(Replay(), query).result.elements("operations")
    return try #require(all.first { $0["operation"] == .string(name) })
  }

  @Test("an order without a key is there twice, one with a key once")
  func orders() throws {
    let keyless = try operation("order-keyless")
    #expect(keyless["once"] == .strings(["book@-"]))
    for name in ["twice", "ab", "ba"] { #expect(keyless[name] == .strings(["book@-", "book@-"])) }
    #expect(keyless.text("sensitivity") == "repeat-sensitive")
    let keyed = try operation("order-keyed")
    for name in ["once", "twice", "ab", "ba"] { #expect(keyed[name] == .strings(["book@k-9"])) }
    #expect(keyed.text("sensitivity") == "robust")
    #expect(try operation("order-keyed", ["item": "pen", "key": "x"])["twice"] == .strings(["pen@x"]))
  }

  @Test("spending a budget counts each time, and never below nothing")
  func budget() throws {
    let spent = try operation("spend-budget")
    #expect(["once", "twice", "ab", "ba"].map { spent.integer($0) } == [2, 1, 1, 1])
    #expect(spent.text("sensitivity") == "repeat-sensitive")
    let empty = try operation("spend-budget", ["balance": "0"])
    #expect(empty.integer("twice") == 0)
    #expect(empty.text("sensitivity") == "robust")
  }

  @Test(
    "the other operations",
    arguments: [
      ("increment", "repeat-sensitive"), ("toggle", "repeat-sensitive"), ("set-address", "order-sensitive"),
      ("conditional-update", "order-sensitive"), ("delete", "robust"), ("add-to-set", "robust"),
      ("append-comment", "doubly-sensitive"), ("discount", "doubly-sensitive"), ("store-token", "order-sensitive"),
      ("store-newer-token", "robust"),
    ])
  func others(name: String, sensitivity: String) throws {
    #expect(try operation(name).text("sensitivity") == sensitivity)
  }

  @Test("all four classes are there, counted, and each class is what the states say")
  func counts() throws {
    let result = try report(Replay(), [:]).result
    let operations = result.elements("operations")
    #expect(operations.count >= 10)
    for kind in ["robust", "repeat-sensitive", "order-sensitive", "doubly-sensitive"] {
      let count = operations.count { $0.text("sensitivity") == kind }
      #expect(count > 0)
      #expect(result.member("counts").integer(kind) == count)
    }
    for one in operations {
      let differs = (one["once"] != one["twice"], one["ab"] != one["ba"])
      let names = [["robust", "order-sensitive"], ["repeat-sensitive", "doubly-sensitive"]]
      #expect(one.text("sensitivity") == names[differs.0 ? 1 : 0][differs.1 ? 1 : 0])
    }
  }

  @Test("some operations alone; no key is a fault")
  func chosen() throws {
    let result = try report(Replay(), ["operations": "delete,toggle"]).result
    #expect(result.elements("operations").map { $0.text("operation") } == ["toggle", "delete"])
    #expect(
      faults(Replay(), ["key": "", "item": "", "balance": "-1"]).map(\.parameter).sorted() == [
        "balance", "item", "key",
      ])
  }
}
