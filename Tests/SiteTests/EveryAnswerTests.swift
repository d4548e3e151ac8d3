import HTTP
import Site
import Store
import Testing

/// What holds for all routes, whoever asks: a route that is added later is held to it too.
@Suite("Every answer") struct EveryAnswerTests {
  private struct Exchange {
    let name: String
    let method: HTTP.Method
    let target: String
    let response: Response
  }

  /// Everything that can be asked for, by nobody, by a student with a cookie and with a token, and by the instructor.
  private static func exchanges() throws -> (all: [Exchange], tokens: [String]) {
    let fixture = try SiteFixture()
    let (ada, ida) = (try fixture.person("Ada"), try fixture.person("Ida", .instructor))
    let signedIn = try fixture.post("/api/v1/sessions", #"{"token":"\#(ada.token.text)"}"#)
    let cookie = String((signedIn.headers["Set-Cookie"] ?? "").prefix { $0 != ";" })
    let own = [("Cookie", cookie), ("Sec-Fetch-Site", "same-origin")]
    let people = [("nobody", []), ("cookie", own), ("student", [ada.bearer]), ("instructor", [ida.bearer])]
    var all: [Exchange] = []
    for route in fixture.site.routes where !route.pattern.hasPrefix("/__") && route.pattern != "/watch" {
      // What ends a session or forgets a person comes to its own tests.
      guard route.method.isSafe || !["/sign-out", "/me"].contains(where: route.pattern.contains) else { continue }
      for id in route.pattern.contains("{") ? ["1", "waiting", "jitter-histogram", "css/base.css"] : [""] {
        let target = route.pattern.split(separator: "/", omittingEmptySubsequences: false).map {
          $0.hasPrefix("{") ? id : String($0)
        }.joined(separator: "/")
        for (name, headers) in people {
          let response = try fixture.send(route.method, target, headers: headers)
          all.append(Exchange(name: name, method: route.method, target: target, response: response))
        }
      }
    }
    return (all, [ada.token.text, ida.token.text, String(cookie.drop { $0 != "=" }.dropFirst())])
  }

  @Test func `tells a browser how little it may do with it`() throws {
    let (all, tokens) = try Self.exchanges()
    #expect(all.count > 400)
    for one in all {
      let (headers, what) = (one.response.headers, "\(one.method.rawValue) \(one.target) for \(one.name)")
      #expect(headers["X-Content-Type-Options"] == "nosniff", "\(what)")
      #expect(headers["Cross-Origin-Resource-Policy"] == "same-origin", "\(what)")
      let type = headers["Content-Type"] ?? ""
      if type.hasPrefix("text/"), type != "text/event-stream" {
        #expect(type.hasSuffix("; charset=utf-8"), "\(what)")
      }
      // Where scripts and styles are used, the page's own policy holds.
      if !["text/css", "text/javascript"].contains(where: type.hasPrefix) {
        #expect(headers["Referrer-Policy"] == "no-referrer", "\(what)")
        let policy = headers["Content-Security-Policy"] ?? ""
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "\(what)")
      }
      // Nothing is opened to other sites, and nothing says which program answers.
      for name in ["Access-Control-Allow-Origin", "Server", "X-Powered-By", "Via"] {
        #expect(!headers.contains(name), "\(what)")
      }
      for token in tokens {
        #expect(!one.response.text.contains(token), "\(what) shows a token")
        for index in 0..<headers.count { #expect(!headers.field(at: index).value.contains(token), "\(what)") }
      }
    }
  }

  @Test func `is stored nowhere unless it is the same for everyone`() throws {
    let (all, _) = try Self.exchanges()
    var personal = 0
    for one in all where one.method == .get {
      let common = all.first { $0.name == "nobody" && $0.method == .get && $0.target == one.target }
      guard let common, one.response.status != common.response.status || one.response.body != common.response.body
      else { continue }
      personal += 1
      #expect(one.response.has("Cache-Control", "no-store"), "\(one.target) for \(one.name)")
    }
    #expect(personal > 20)
  }
}
