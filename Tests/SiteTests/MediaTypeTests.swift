import HTTP
import JSON
import Site
import Testing

@Suite("Media types") struct MediaTypeTests {
  @Test(arguments: [
    ("application/json", true), ("Application/JSON", true), ("application/json;charset=utf-8", true),
    ("application/json ; charset=UTF-8", true), ("application/json; charset=\"utf-8\"", true),
    ("application/json; charset=\"utf\\-8\"", true), ("application/json; foo=\"a;b\"", true),
    ("application/json; foo=\"a; charset=utf-16\"", true), ("application/json; foo=\"a\\\"; charset=utf-16\"", true),
    ("application/json;", true), ("application/json; foo=\"a\"; charset=utf-16", false),
    ("application/json; charset=utf-16", false), ("application/json; charset=utf-8; charset=utf-8", false),
    ("application/json; charset=\"utf-8", false), ("application/json; charset", false),
    ("application/json, application/json", false), ("application/jsonx", false), ("application/", false),
    ("text/plain; a=\"; application/json\"", false), ("application /json", false), ("", false),
  ])
  func `are read with their parameters`(field: String, isTaken: Bool) throws {
    let request = try Request(.post, "/", headers: [("Content-Type", field)], body: Array("{}".utf8))
    #expect((try? RequestBody.json(of: request, conditions: .now)) == (isTaken ? [:] : nil))
  }

  @Test(arguments: [
    (["identity"], true), (["IDENTITY"], true), ([""], true), (["identity, Identity"], true), (["gzip"], false),
    (["identity", "gzip"], false), (["gzip", "identity"], false), (["identity, gzip"], false),
    (["\"identity\""], false),
  ])
  func `come without a coding`(lines: [String], isTaken: Bool) throws {
    let fields = [("Content-Type", "application/json")] + lines.map { ("Content-Encoding", $0) }
    let request = try Request(.post, "/", headers: fields, body: Array("{}".utf8))
    #expect((try? RequestBody.json(of: request, conditions: .now)) == (isTaken ? [:] : nil))
  }

  @Test(arguments: [
    ("*/*", true), ("application/*;q=0.1", true), ("image/png;x=\",*/*,\"", false),
    ("foo/bar;x=\"a,application/json,b\"", false), ("application/json;x=\";q=0;\"", true),
    ("application/json;x=\"\\\";q=0\"", true), ("application/json;x=\"a\";q=0", false), ("image/png", false),
    ("image/png;x=\"a\", application/json", true), ("application/json;q=0, */*", false),
  ])
  func `are asked for`(accept: String, isWelcome: Bool) throws {
    let request = try Request(.get, "/", headers: [("Accept", accept)])
    #expect((Accept.best(request, of: ["application/json"]) != nil) == isWelcome)
  }
}
