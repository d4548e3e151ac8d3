import Exercises
import HTTP
import JSON
import Site
import Store
import Testing

@Suite("What students have handed in, as an instructor sees it") struct StudentWorkTests {
  let fixture: SiteFixture
  let ida: KnownPerson
  let ada: KnownPerson
  let ben: KnownPerson

  init() throws {
    fixture = try SiteFixture(exercises: [
      ScriptedExercise("even") { number, _ in ScriptedExercise.even(number) },
      ScriptedExercise("other") { number, _ in ScriptedExercise.even(number) },
    ])
    (ida, ada, ben) = (
      try fixture.person("Ida", .instructor), try fixture.person("Ada <b>"), try fixture.person("Ben")
    )
    // Submission 1 has all the points, 2 those of the visible check alone.
    for number in [12, 4] { try submit("even", number, ada) }
    try submit("even", 7, ben)
  }

  private func submit(_ exercise: String, _ number: Int, _ person: KnownPerson) throws {
    let answer = try fixture.post(
      "/api/v1/exercises/\(exercise)/submissions", #"{"policy":{"number":\#(number)}}"#, as: person,
      ("Idempotency-Key", "\(person.id)-\(number)"))
    #expect(answer.status == .created)
  }

  @Test func `leads from the gradebook to the student, and on to each answer`() throws {
    let gradebook = try fixture.get("/teach", as: ida).text
    #expect(gradebook.contains("<a href=\"/teach/students/\(ada.id)\">Ada &lt;b&gt;</a>"))
    #expect(gradebook.contains("<a href=\"/submissions/1\">1</a>"), "the best grade, and the answer that has it")
    let work = try fixture.get("/teach/students/\(ada.id)", as: ida)
    #expect(work.has("Cache-Control", "no-store"))
    #expect(work.text.contains("<h1>Ada &lt;b&gt;</h1>"))
    #expect(work.text.ranges(of: /href="\/submissions\/[12]"/).count == 2)
    #expect(work.text.contains("Attempt 1</a> <span class=\"small\">the best</span>"))
    #expect(work.text.contains("Nothing was handed in to: A test."), "of two exercises of that title one is left")
    #expect(try fixture.get("/students/\(ada.id)", as: ida).text.contains("href=\"/teach/students/\(ada.id)\""))
  }

  @Test func `shows the answer, whose it is, and the hidden checks`() throws {
    let page = try fixture.get("/submissions/2", as: ida).text
    #expect(page.contains("<h1>Attempt 2 of Ada &lt;b&gt;</h1>"))
    #expect(page.contains("href=\"/teach/students/\(ada.id)\""))
    #expect(page.contains("It was above ten."))
    #expect(page.contains("<dt>Number</dt><dd>4</dd>"))
    #expect(page.contains("What Ada &lt;b&gt; has handed in (2)"))
    #expect(!page.contains("and not which"))
    let own = try fixture.get("/submissions/2", as: ada).text
    #expect(own.contains("<h1>Attempt 2</h1>"))
    #expect(own.contains("<dd>4</dd>"), "what was answered is the student's own")
    #expect(!own.contains("It was above ten.") && own.contains("and not which"))
  }

  @Test func `is no student's to see of others`() throws {
    #expect(try fixture.get("/submissions/3", as: ada).status == .notFound)
    #expect(try fixture.get("/submissions/1", as: ben).status == .notFound)
    for person in [ada, ben] {
      #expect(try fixture.get("/teach/students/\(ada.id)", as: person).status == .forbidden)
    }
    let asked = try fixture.get("/teach/students/\(ada.id)")
    #expect(asked.status == .seeOther && asked.headers["Location"]?.hasPrefix("/sign-in?next=") == true)
    for id in [ida.id, "999", "x"] {
      #expect(try fixture.get("/teach/students/\(id)", as: ida).status == .notFound)
    }
  }
}
