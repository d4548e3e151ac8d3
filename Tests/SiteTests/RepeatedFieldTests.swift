import HTTP
import JSON
import Site
import Store
import Testing

@Suite("A form that gives a field twice") struct RepeatedFieldTests {
  private static let single = [
    "/join": ["code", "name", "key", "next"], "/sign-in": ["token"], "/students": ["name", "email", "key"],
    "/students/2": ["login"], "/students/2/delete": ["confirm"], "/students/2/merge": ["from", "key"],
    "/me/tokens": ["key"], "/students/token": ["id", "key"], "/students/end": ["id"], "/students/readmit": ["id"],
    "/join-codes/close": ["code"], "/join-codes/rotate": ["code"], "/teach/canvas": ["export"],
    "/teach/roster": ["roster", "do", "tokens"],
    "/teach/exercises/policy-tuning": ["deadline", "timeZone", "attemptLimit", "showsSolution"],
    "/teach/exercises/policy-tuning/regrade": ["plan"], "/exercises/replay-sensitivity/checks": ["delete", "fields"],
    "/exercises/replay-sensitivity": ["delete", "key"], "/lessons/waiting": ["cell"],
    "/experiments/idempotency": ["cell", "lesson"], "/present/idempotency": ["cell"],
  ]

  @Test(arguments: single.keys.sorted())
  func `is refused with the field's name`(target: String) throws {
    let fixture = try SiteFixture()
    let cookie = try fixture.cookie(try fixture.person("Ida", .instructor))
    let ada = try fixture.person("Ada")
    for name in RepeatedFieldTests.single[target] ?? [] {
      let refused = try fixture.send(
        .post, target,
        headers: [
          ("Content-Type", "application/x-www-form-urlencoded"), ("Sec-Fetch-Site", "same-origin"), ("Cookie", cookie),
        ], body: "\(name)=a&\(name)=a")
      #expect(refused.status == .badRequest, "\(name)")
      #expect(refused.json["detail"]?.text == "The form gives the field \(name) more than once.")
    }
    #expect(try fixture.storage.person(ada.person.id) == ada.person)
  }

  @Test func `within an answer that another page carries`() throws {
    let fields = "delete%3Drobust%26delete%3Dsensitive"
    let refused = try SiteFixture().send(
      .post, "/exercises/replay-sensitivity/checks",
      headers: [("Content-Type", "application/x-www-form-urlencoded")], body: "fields=\(fields)")
    #expect(refused.status == .badRequest)
  }

  @Test func `is right where there are boxes to tick`() throws {
    let body = "cell=pay&variants=&variants=keyed&variants=unkeyed"
    let page = try SiteFixture().send(
      .post, "/lessons/waiting", headers: [("Content-Type", "application/x-www-form-urlencoded")], body: body)
    #expect(page.status != .badRequest || !page.text.contains("more than once"))
  }
}
