import HTTP
import JSON
import Site
import Store
import Testing

/// Whatever is sent where, the answer says what is wrong with it, and nothing fails inside.
@Suite("What makes no sense") struct MalformedTests {
  private static let bodies: [[UInt8]] =
    [
      "", "null", "true", "7", "\"text\"", "[]", "{}", "{", "}", "[1,", "{\"a\":1,\"a\":2}",
      "{\"code\":{},\"name\":[]}",
      "{\"token\":\"\"}", "{\"token\":1e999}", "{\"name\":\"\\ud800\"}", "{\"answers\":{\"offline\":null}}",
      "{\"answers\":{}}", "{\"policy\":{\"maxAttempts\":1e400}}",
      "{\"policy\":{\"maxAttempts\":-1,\"statuses\":\"x\"}}",
      "{\"policy\":{\"maxAttempts\":99999999999999999999}}", "{\"policy\":[[[]]]}", "{\"policy\":\"\"}",
      "{\"\":0}", "{\"policy\":{\"\":0}}", "{\"policy\":{\"a/b~c\":0}}",
      String(repeating: "[", count: 5000), "{\"policy\":" + String(repeating: "{\"a\":", count: 70) + "1",
      "{\"name\":\"" + String(repeating: "n", count: 60_000) + "\",\"code\":\"x\"}",
    ].map { Array($0.utf8) } + [
      [0xFF, 0xFE], [0x7B, 0x22, 0xC0, 0x80, 0x22, 0x7D], [0], [0xEF, 0xBB, 0xBF, 0x7B, 0x7D],
    ]

  private static let names = ["tell-the-user", "policy-tuning", "1", "0", "-1", "a%20b", "%F0%9F%98%80"]

  @Test func `is refused, on every route and by every method`() throws {
    let fixture = try SiteFixture({ $0.submissionsPerMinute = 1_000_000 })
    let people = [try fixture.person("Ada"), try fixture.person("Ida", .instructor)]
    var counts: [Int: Int] = [:]
    for route in fixture.site.routes where route.pattern.hasPrefix("/api/v1/") {
      if route.pattern.hasPrefix("/api/v1/experiments") { continue }
      for name in route.pattern.contains("{") ? Self.names : [""] {
        let target = route.pattern.split(separator: "/", omittingEmptySubsequences: false).map {
          $0.hasPrefix("{") ? name : String($0)
        }.joined(separator: "/")
        for (number, body) in (route.method.isSafe ? [[]] : Self.bodies).enumerated() {
          for person in people {
            let headers = [
              person.bearer, ("Content-Type", "application/json"), ("Idempotency-Key", "k-\(number)-\(person.id)"),
            ]
            let response = fixture.send(try Request(route.method, target, headers: headers, body: body))
            counts[response.status.code, default: 0] += 1
            #expect(response.status.code < 500, "\(route.method.rawValue) \(target) \(body.prefix(60))")
            guard response.status.code >= 400 else { continue }
            #expect(response.has("Content-Type", "application/problem+json"))
            #expect(response.json["type"]?.text?.hasPrefix("/problems/") == true)
            #expect(response.json["status"]?.number == response.status.code)
            if response.status == .unprocessableContent, response.problem == "invalid-body" {
              #expect(!response.faults.isEmpty)
            }
          }
        }
      }
    }
    for status in [200, 400, 403, 404, 422] { #expect(counts[status, default: 0] > 0, "\(counts)") }
  }

  @Test(arguments: [
    "limit=", "limit=1e3", "limit=٣", "cursor=9223372036854775808", "cursor=1&cursor=1", "limit[]=1", "%01=1", "=",
    "limit=1;cursor=2",
  ])
  func `in a query for a list is told with what is allowed`(query: String) throws {
    let fixture = try SiteFixture()
    let ida = try fixture.person("Ida", .instructor)
    for path in ["/api/v1/students", "/api/v1/me/grades"] {
      let encoded = query.replacing("٣", with: "%D9%A3")
      let response = try fixture.get("\(path)?\(encoded)", as: ida)
      #expect(response.status == .badRequest)
      #expect(response.problem == "invalid-parameters")
      #expect(!response.faults.isEmpty)
    }
  }
}
