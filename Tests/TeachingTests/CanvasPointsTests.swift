import Store
import Teaching
import Testing

@Suite("Points possible are read, or else refused; they are not guessed")
struct CanvasPointsTests {
  private let gradebook = Gradebook(
    people: [person(1, "Ada", login: "ada")],
    columns: [Gradebook.Column(exercise: "one", title: "One", maxScore: 1000)], grades: [best(1, "one", 500)])

  /// Ada has 5 points of 10. Her cell, and what is said.
  private func fill(_ points: String?, separator: String = ",") throws -> (cell: String, remarks: [String]) {
    var rows = [["Student", "ID", "SIS Login ID", "Section", "One (7)"], ["Ada", "1", "ada", "S", ""]]
    if let points { rows.insert(["    Points Possible", "", "", "", "\"\(points)\""], at: 1) }
    let file = rows.map { $0.joined(separator: separator) }.joined(separator: "\n")
    let filling = try CanvasExport(Array(file.utf8)).filled(from: gradebook)
    let document = try CSVDocument(filling.file)
    return (document.records.last?.text(4) ?? "", filling.remarks)
  }

  @Test(arguments: [
    ("20", "10"), ("12.5", "6.25"), ("20.000", "10"), ("1000", "500"), ("1,000.00", "500"), ("1,234,000.0", "617000"),
  ])
  func plain(points: String, cell: String) throws {
    let filled = try fill(points)
    #expect(filled.cell == cell)
    #expect(filled.remarks.count == 1)
    #expect(filled.remarks.first?.hasPrefix("one: 10 points here are ") == true)
  }

  @Test(arguments: [
    "1,000", "ten", "-5", "1e3", "10,00", "1,0000.00", "1000,000.00", "1,,000.00", ",100.00", "0,100.00", "1,000.",
    "1.000.000", ".5", "5.", "+5", "0.001", "1 000", "٥", "NaN", "10%", "99999999999999999999",
  ])
  func refused(points: String) throws {
    let filled = try fill(points)
    #expect(filled.cell.isEmpty)
    #expect(
      filled.remarks == [
        "one: line 2, column 5 (One (7)): the points possible \"\(points)\" are no plain number, so the column is not filled in"
      ])
  }

  @Test func empty() throws {
    let filled = try fill("")
    #expect(filled.cell.isEmpty)
    #expect(
      filled.remarks == [
        "one: line 2, column 5 (One (7)): the points possible are empty, so the column is not filled in"
      ])
  }

  @Test func whatIsNotScaledIsTold() throws {
    let zero = try fill("0.0")
    #expect(zero.cell == "5")
    #expect(zero.remarks == ["one: 10 points here are 0 in Canvas, and are not scaled"])
    let none = try fill(nil)
    #expect(none.cell == "5")
    #expect(none.remarks == ["one: 10 points here are not scaled: the export has no line with the points possible"])
    #expect(try fill("10.0").remarks.isEmpty)
  }

  @Test("A decimal comma counts where fields are not parted by commas, unless it might be one of thousands")
  func decimalComma() throws {
    #expect(try fill("20,0", separator: ";").cell == "10")
    #expect(try fill("20,50", separator: "\t").cell == "10.25")
    #expect(try fill("1,000.00", separator: ";").cell == "500")
    for points in ["1,000", "1.000", "1.000,00", "1,5,0"] {
      let filled = try fill(points, separator: ";")
      #expect(filled.cell.isEmpty)
      #expect(filled.remarks.count == 1)
    }
  }
}
