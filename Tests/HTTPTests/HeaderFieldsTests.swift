import HTTP
import Testing

@Suite("Header fields")
struct HeaderFieldsTests {
  @Test func namesAreComparedWithoutASCIICase() {
    let fields: HeaderFields = ["Content-Type": "text/html", "ETag": "\"a\"", "content-type": "text/plain"]
    #expect(fields["CONTENT-TYPE"] == "text/html")
    #expect(fields.values(of: "content-TYPE") == ["text/html", "text/plain"])
    #expect(fields["etag"] == "\"a\"")
    #expect(fields["eta"] == nil)
  }

  @Test func onlyASCIILettersHaveCase() {
    var fields = HeaderFields()
    fields.add("TE", "chun\u{212A}ed")
    #expect(!fields.lists("TE", "chunked"))
  }

  @Test func settingReplacesEveryFieldOfTheName() {
    var fields: HeaderFields = ["A": "1", "B": "2", "a": "3"]
    fields["a"] = "4"
    #expect(fields.values(of: "A") == ["4"])
    fields["A"] = nil
    #expect(!fields.contains("a"))
    #expect(fields["B"] == "2")
    #expect(fields.count == 1)
  }

  @Test(arguments: [
    ("close", true), ("CLOSE", true), ("keep-alive, x-y ,close", true), ("close\t", true), (",,close", true),
    ("x-close, closed", false), ("", false), ("clo se", false), ("keep-alive", false),
  ])
  func listsElements(_ value: String, _ expected: Bool) {
    #expect(HeaderFields([("Connection", value)]).lists("connection", "close") == expected)
  }

  @Test func elementsOnSeveralLinesAreOneList() {
    #expect(HeaderFields([("Connection", "a"), ("Connection", "b, close")]).lists("Connection", "close"))
  }

  @Test(arguments: ["a\r\nX-Injected: yes", "a\nX: b", "a\u{0}b", "a\rb"])
  func valuesCannotEndTheirLine(_ value: String) {
    var fields = HeaderFields()
    fields.add("X-Name", value)
    let stored = fields["X-Name"] ?? ""
    #expect(stored.utf8.allSatisfy { $0 >= 0x20 })
    #expect(stored.utf8.count == value.utf8.count)
  }

  @Test func namesAreTokens() {
    var fields = HeaderFields()
    fields.add("X Y:\r\n", "v")
    #expect(fields.field(at: 0).name == "X_Y___")
  }
}
