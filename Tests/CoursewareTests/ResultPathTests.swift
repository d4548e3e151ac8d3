import Courseware
import JSON
import Testing

@Suite("Paths into a result") struct ResultPaths {
  static let result: JSONValue = [
    "series": [
      ["seed": 7, "strategy": "none", "peak": 1000, "counts": .integers([5, 6, 7])],
      ["strategy": "full", "note": "none", "peak": 159.5, "total": .null],
    ],
    "records": .strings(["book@-", "book@k-9"]), "empty": [], "matrix": [[1, 2], [3]],
    "count": 4, "statuses": [["status": "408", "decision": "retry"]], "by.name": ["a b": true],
    "times": .numbers([0.5]),
  ]

  @Test(
    arguments: [
      ("series[full].peak", .number(159.5)), ("series[none].peak", .integer(1000)), ("series[1].peak", .number(159.5)),
      ("series[-1].strategy", .string("full")), ("series.count", .integer(2)), ("series[none].counts[2]", .integer(7)),
      ("series[none].counts.count", .integer(3)), ("records[1]", .string("book@k-9")), ("records.count", .integer(2)),
      ("empty.count", .integer(0)), ("matrix[1][0]", .integer(3)), ("count", .integer(4)),
      ("statuses[408].decision", .string("retry")), ("times[0]", .number(0.5)), ("series[full].total", .null),
    ] as [(String, JSONValue)])
  func `lead to values`(path: String, expected: JSONValue) throws {
    #expect(try ResultPath(path).value(in: ResultPaths.result) == expected)
  }

  @Test(arguments: [
    ("peak", "The result has no `peak`; it has `series`, `records`"),
    ("series[equal].peak", "`series` has no `[equal]`; it has `none`, `full`."),
    ("series[full].peek", "`series[full]` has no `peek`; it has `strategy`, `note`, `peak`, `total`."),
    ("series.peak", "`series` is an array: write an index or a key in brackets before `.peak`."),
    ("series[9]", "`series` has no `[9]`"), ("records[2]", "`records` has 2 elements, so there is no `[2]`."),
    ("empty[0]", "`empty` has 0 elements"), ("count.a", "`count` is a whole number and has no `a`."),
    ("count[0]", "`count` is a whole number and has no `[0]`."), ("records[99999999999999999999]", "has 2 elements"),
  ])
  func `that lead nowhere say what is there`(path: String, message: String) throws {
    #expect {
      _ = try ResultPath(path).value(in: ResultPaths.result)
    } throws: {
      ($0 as? ResultPath.Fault)?.message.contains(message) == true
    }
  }

  @Test(arguments: [
    "", ".", "a.", "a..b", ".a", "[0]", "a[", "a[]", "a[0", "a]b", "a[0]b", "a b", "a.é",
    String(repeating: "a", count: 501),
  ])
  func `of another form are refused`(path: String) {
    #expect(throws: ResultPath.Fault.self) { _ = try ResultPath(path) }
  }

  @Test func `give numbers`() throws {
    #expect(try ResultPath("count").number(in: ResultPaths.result) == 4)
    #expect(throws: ResultPath.Fault.self) { _ = try ResultPath("records").number(in: ResultPaths.result) }
  }
}

@Suite("Claims") struct Claims {
  private func fault(_ path: String, _ expected: ExperimentCell.Claim.Expected) throws -> String? {
    ExperimentCell.Claim(value: try ResultPath(path), with: .object([]), expected: expected, line: 1, index: 0)
      .fault(in: ResultPaths.result)
  }

  @Test(
    arguments: [
      ("count", .equals(4)), ("count", .equals(4.0)), ("count", .between(4, 4)),
      ("series[full].peak", .between(125, 210)),
      ("records", .equals(["book@-", "book@k-9"])), ("series[none].counts", .equals([5, 6, 7])),
      ("matrix", .equals([[1, 2], [3]])), ("statuses[0]", .equals(["decision": "retry", "status": "408"])),
      ("series[full].total", .equals(.null)),
    ] as [(String, ExperimentCell.Claim.Expected)])
  func `that hold`(path: String, expected: ExperimentCell.Claim.Expected) throws {
    #expect(try fault(path, expected) == nil)
  }

  @Test(
    arguments: [
      ("count", .equals(5), "`count` is 4, not 5. Mend the claim, and the text that states it."),
      ("count", .equals("4"), "`count` is 4, not \"4\". Mend the claim, and the text that states it."),
      ("count", .between(5, 6.5), "`count` is 4, not from 5 to 6.5. Mend the claim, and the text that states it."),
      ("records", .between(1, 2), "`records` is an array, not a number."),
      (
        "records", .equals(["book@-"]),
        "`records` is [\"book@-\",\"book@k-9\"], not [\"book@-\"]. Mend the claim, and the text that states it."
      ),
      (
        "nothing", .equals(1),
        "The claim cannot be checked: The result has no `nothing`; it has `series`, `records`, `empty`, `matrix`, `count`, `statuses`, `by.name`, `times`."
      ),
    ] as [(String, ExperimentCell.Claim.Expected, String)])
  func `that do not`(path: String, expected: ExperimentCell.Claim.Expected, message: String) throws {
    #expect(try fault(path, expected) == message)
  }
}
