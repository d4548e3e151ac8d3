import JSON
import Retry

extension ReplayOperation {
  static let catalogue = [
    ReplayOperation(
      name: "order-keyless", label: "Place an order, no key", other: "the same order",
      why: "The server cannot tell a second order from a repeated one."
    ) { setting in
      let place = { (ledger: inout [String]) in ledger.append("\(setting.item)@-") }
      return ReplayOutcome([], show: { .strings($0) }, a: place, b: place)
    },
    ReplayOperation(
      name: "order-keyed", label: "Place an order with a key", other: "the same order and key",
      why: "The server knows the key and acts once."
    ) { setting in
      let place = { (ledger: inout [String]) in
        let record = "\(setting.item)@\(setting.key)"
        if !ledger.contains(record) { ledger.append(record) }
      }
      return ReplayOutcome([], show: { .strings($0) }, a: place, b: place)
    },
    ReplayOperation(
      name: "spend-budget", label: "Spend one of a budget", other: "spend another one",
      why: "Each use takes one: a budget counts on purpose."
    ) { setting in
      let spend = { (left: inout Int) in left = max(0, left - 1) }
      return ReplayOutcome(setting.balance, show: { .integer($0) }, a: spend, b: spend)
    },
    ReplayOperation(
      name: "increment", label: "Add one to a counter", other: "add two",
      why: "Each addition counts; in which order does not matter."
    ) { setting in
      ReplayOutcome(setting.balance, show: { .integer($0) }, a: { $0 += 1 }, b: { $0 += 2 })
    },
    ReplayOperation(
      name: "toggle", label: "Switch a setting over", other: "switch it over too",
      why: "Twice is as if it had never been done."
    ) { _ in
      ReplayOutcome(false, show: { .bool($0) }, a: { $0.toggle() }, b: { $0.toggle() })
    },
    ReplayOperation(
      name: "set-address", label: "Set an address", other: "set another address",
      why: "The same again changes nothing; the later one wins, whichever it is."
    ) { _ in
      ReplayOutcome("Mill Lane 1", show: { .string($0) }, a: { $0 = "Elm Street 2" }, b: { $0 = "Oak Road 3" })
    },
    ReplayOperation(
      name: "conditional-update", label: "Set an address if its version is 1",
      other: "set another, if it is version 1",
      why: "A second one finds version 2 and is refused; of two writers the first one wins."
    ) { _ in
      ReplayOutcome(Versioned(value: "Mill Lane 1", version: 1), show: \.json) {
        $0.replace(with: "Elm Street 2", ifVersion: 1)
      } b: {
        $0.replace(with: "Oak Road 3", ifVersion: 1)
      }
    },
    ReplayOperation(
      name: "delete", label: "Delete an entry", other: "delete another entry",
      why: "What is gone stays gone."
    ) { _ in
      ReplayOutcome(["a", "b", "c"], show: { .strings($0) }, a: { $0.removeAll { $0 == "a" } }) {
        $0.removeAll { $0 == "b" }
      }
    },
    ReplayOperation(
      name: "add-to-set", label: "Mark as read", other: "mark another as read",
      why: "What is in a set is in it once, whenever it came."
    ) { _ in
      ReplayOutcome(Set<String>(), show: { .strings($0.sorted()) }, a: { $0.insert("a") }, b: { $0.insert("b") })
    },
    ReplayOperation(
      name: "append-comment", label: "Append a comment", other: "append another comment",
      why: "It is there twice, and below the ones that came before."
    ) { _ in
      ReplayOutcome([], show: { .strings($0) }, a: { $0.append("first") }, b: { $0.append("second") })
    },
    ReplayOperation(
      name: "discount", label: "Halve a price", other: "take 10 off the price",
      why: "Twice is a quarter; before or after a rebate of 10 is not the same."
    ) { _ in
      ReplayOutcome(100, show: { .integer($0) }, a: { $0 /= 2 }, b: { $0 -= 10 })
    },
    ReplayOperation(
      name: "store-token", label: "Store a refreshed token", other: "store the next token",
      why: "An older answer that comes late replaces the newer token, which alone is still valid."
    ) { _ in
      ReplayOutcome("token 1", show: { .string($0) }, a: { $0 = "token 2" }, b: { $0 = "token 3" })
    },
    ReplayOperation(
      name: "store-newer-token", label: "Store a refreshed token if it is newer",
      other: "store the next token if it is newer",
      why: "The number in the token decides, not when it came."
    ) { _ in
      ReplayOutcome(1, show: { .string("token \($0)") }, a: { $0 = max($0, 2) }, b: { $0 = max($0, 3) })
    },
  ]
}

/// A value that is replaced only by those who know its version.
private struct Versioned: Equatable {
  var value: String
  var version: Int

  mutating func replace(with new: String, ifVersion expected: Int) {
    guard version == expected else { return }
    value = new
    version += 1
  }

  var json: JSONValue { .string("\(value) (version \(version))") }
}
