import Teaching
import Testing

@Suite("CSV files are read as RFC 4180 has them, and as spreadsheets write them")
struct CSVDocumentTests {
  private func rows(_ text: String) throws -> [[String]] {
    try CSVDocument(Array(text.utf8)).records.map { $0.fields.map(\.text) }
  }

  @Test(
    arguments: [
      ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
      ("a,b\nc,d", [["a", "b"], ["c", "d"]]),
      ("a,b\rc,d\r", [["a", "b"], ["c", "d"]]),
      ("\u{FEFF}a;b\r\n1,5;2\r\n", [["a", "b"], ["1,5", "2"]]),
      ("a\tb\n\"x\ty\"\t\n", [["a", "b"], ["x\ty", ""]]),
      ("\"a,\"\"b\"\"\",\"c\r\nd\"\n", [["a,\"b\"", "c\r\nd"]]),
      ("a,,\n,\n", [["a", "", ""], ["", ""]]),
      ("\"\",\"\"\"\"\n", [["", "\""]]),
      ("a\n\nb\n", [["a"], [""], ["b"]]),
      ("Zoë,名前\n", [["Zoë", "名前"]]),
      ("", []),
    ])
  func reads(file: String, expected: [[String]]) throws { #expect(try rows(file) == expected) }

  @Test func linesAreCountedThroughQuotedLineEnds() throws {
    let document = try CSVDocument(Array("h\r\n\"a\r\nb\nc\"\r\nd\r\n".utf8))
    #expect(document.records.map(\.line) == [1, 2, 5])
  }

  @Test(
    arguments: [
      (
        "a,b\nx\"y,z\n",
        ["line 2, column 1: holds a quote; put the whole field in quotes, and write each quote in it twice"]
      ),
      ("a,b\n1,\"x\"y\n", ["line 2, column 2: goes on after its closing quote"]),
      ("a\n\"b\nc", ["line 2, column 1: has a quote that is never closed"]),
      ("a\nb\0c\n", ["line 2, column 1: holds a NUL byte"]),
      (
        "a,b\nx\"y,\"p\"q\n\"z",
        [
          "line 2, column 1: holds a quote; put the whole field in quotes, and write each quote in it twice",
          "line 2, column 2: goes on after its closing quote",
          "line 3, column 1: has a quote that is never closed",
        ]
      ),
    ])
  func everyFaultIsTold(file: String, expected: [String]) {
    #expect(faults { () throws(CSVFaults) in _ = try CSVDocument(Array(file.utf8)) } == expected)
  }

  @Test func otherEncodingsAreNamed() {
    #expect(
      faults { () throws(CSVFaults) in _ = try CSVDocument([0x6E, 0x0A, 0x5A, 0x6F, 0xEB, 0x0A]) }
        == ["line 2, column 1: is not UTF-8; save the file as CSV in UTF-8"])
    #expect(
      faults { () throws(CSVFaults) in _ = try CSVDocument([0xFF, 0xFE, 0x61, 0]) }
        == ["line 1: The file is UTF-16; save it as CSV in UTF-8."])
  }
}

@Suite("CSV files are written so that they read back, and run nothing")
struct CSVWriterTests {
  @Test(
    arguments: [
      ("plain", "plain"), ("", ""), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""),
      ("a;b", "\"a;b\""), (" a", "\" a\""), ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"),
      ("\tx", "\"'\tx\""), ("\rx", "\"'\rx\""), ("＝1", "'＝1"), ("a=1", "a=1"), ("Zoë", "Zoë"),
    ])
  func text(cell: String, expected: String) {
    var writer = CSVWriter()
    writer.row([.text(cell), .empty])
    #expect(writer.bytes == Array("\(expected),\r\n".utf8))
  }

  @Test(arguments: [(0, "0"), (5, "0.05"), (50, "0.5"), (1000, "10"), (1234, "12.34"), (1230, "12.3"), (-5, "-0.05")])
  func points(hundredths: Int, expected: String) { #expect(Points.text(hundredths) == expected) }

  @Test func whatIsWrittenReadsBack() throws {
    var writer = CSVWriter()
    for name in adversarialNames { writer.row([.text(name), .text("x")]) }
    let records = try CSVDocument(writer.bytes).records
    #expect(records.count == adversarialNames.count)
    for (record, name) in zip(records, adversarialNames) {
      #expect(record.fields[0].text == name || record.fields[0].text == "'" + name)
      #expect(record.fields[1].text == "x")
    }
  }
}
