import Exercises
import HTTP
import JSON
import Retry
import Simulation
import Site
import Store
import Testing

@Suite("The OpenAPI document") struct OpenAPITests {
  let fixture: SiteFixture
  let document: JSONValue

  init() throws {
    fixture = try SiteFixture()
    document = try fixture.get("/openapi.json").json
  }

  private var operations: [(path: String, method: String, operation: JSONValue)] {
    (document["paths"]?.members ?? []).flatMap { path in
      path.value.members.map { (path.name, $0.name, $0.value) }
    }
  }

  @Test func `has every route of the site and no other`() {
    var routed: Set<String> = []
    for route in fixture.site.routes where !route.pattern.hasPrefix("/__") {
      let pattern = route.pattern.replacing("...}", with: "}")
      let method = route.method.rawValue.lowercased()
      if pattern.hasPrefix("/api/v1/exercises/{id}") {
        for exercise in ExerciseCatalogue.exercises {
          routed.insert("\(method) \(pattern.replacing("{id}", with: exercise.id))")
        }
      } else if pattern.hasPrefix("/api/v1/experiments/{id}") {
        for experiment in Experiments.all where experiment.isLive == (route.method == .post) {
          routed.insert("\(method) \(pattern.replacing("{id}", with: experiment.id))")
        }
      } else {
        routed.insert("\(method) \(pattern)")
      }
    }
    #expect(Set(operations.map { "\($0.method) \($0.path)" }) == routed)
  }

  @Test func `names paths that are answered, with parameters that are taken`() throws {
    let instructor = try fixture.person("Ida", .instructor)
    for (path, method, operation) in operations
    where method == "get" && path.hasPrefix("/api/") && !path.contains("{") {
      let id = path.split(separator: "/").last.map { String($0) } ?? ""
      let target = path.hasSuffix("/search") ? "\(path)?q=a" : path
      if operation["security"] != nil { #expect(try fixture.get(target).status == .unauthorized) }
      #expect(try fixture.get(target, instructor.bearer).status == .ok, "\(path)")
      guard let experiment = Experiments[id] else { continue }
      let names = operation["parameters"]?.elements.compactMap { $0["name"]?.text } ?? []
      #expect(names == experiment.schema.parameters.map(\.name) + ["engine", "format"])
    }
  }

  @Test func `documents every status that its problems have`() throws {
    for (path, _, operation) in operations {
      for response in operation["responses"]?.members ?? [] {
        #expect(response.name == "default" || Int(response.name) != nil, "\(path)")
        #expect(response.value["description"]?.text?.isEmpty == false || response.value["$ref"] != nil, "\(path)")
      }
    }
    for (path, _, operation) in operations {
      #expect((operation["requestBody"] != nil) == (operation["responses"]?["411"] != nil), "\(path)")
    }
    let live = try #require(operations.first { $0.path == "/api/v1/experiments/idempotency/runs" }?.operation)
    for status in ["200", "400", "403", "404", "409", "415", "422", "429", "503"] {
      #expect(live["responses"]?[status] != nil)
    }
  }

  @Test func `tells that what changes heeds conditions`() throws {
    var count = 0
    for (path, method, operation) in operations where ["put", "patch", "delete"].contains(method) {
      let names = operation["parameters"]?.elements.compactMap { $0["name"]?.text } ?? []
      #expect(names.contains("If-Match") && names.contains("If-None-Match"), "\(method) \(path)")
      #expect(operation["responses"]?["412"] != nil, "\(method) \(path)")
      count += 1
    }
    #expect(count >= 8)
  }

  /// RFC 9651 §3.3.3: a quoted key is longer than what it says, by its quotes and backslashes.
  @Test func `takes for keys what is taken for keys`() throws {
    let live = operations.first { $0.path == "/api/v1/experiments/idempotency/runs" }?.operation
    let parameter = live?["parameters"]?.elements.first { $0["name"] == "Idempotency-Key" }
    let schema = try #require(parameter?["schema"])
    let pattern = try Regex(try #require(schema["pattern"]?.text)).matchingSemantics(.unicodeScalar)
    let lengths = try #require(schema["minLength"]?.number)...(try #require(schema["maxLength"]?.number))
    let characters = (UInt8(0)...127).map { String(UnicodeScalar($0)) }
    let few = [
      "", "\"", "\"\"", "a", "\\\\", "\\\"", "\"a\\\"b\"", "\"a\\b\"", "\"a\"b\"", "\"a", "a\"", "\"a\\\"", "é",
    ]
    let long = [255, 256].flatMap { count in
      ["a", "\\\"", " "].map { String(repeating: $0, count: count) }.flatMap { [$0, "\"\($0)\""] }
    }
    for key in few + long + characters.flatMap({ ["a\($0)a", "\"a\($0)a\"", "\"a\\\($0)a\""] }) {
      let isTaken = (try? IdempotencyKey(fieldValue: key)) != nil
      let isDocumented = lengths.contains(key.unicodeScalars.count) && key.wholeMatch(of: pattern) != nil
      #expect(isDocumented == isTaken, "\(key.debugDescription)")
    }
  }

  @Test func `refers only to what it holds, and names each operation once`() {
    var references: [String] = []
    func collect(_ value: JSONValue) {
      for member in value.members {
        if member.name == "$ref", let text = member.value.text { references.append(text) }
        collect(member.value)
      }
      for element in value.elements { collect(element) }
    }
    collect(document)
    #expect(references.count > 10)
    for reference in Set(references) {
      let steps = reference.split(separator: "/").dropFirst().map { String($0) }
      #expect(steps.reduce(document as JSONValue?) { $0?[$1] } != nil, "\(reference)")
    }
    let ids = operations.compactMap { $0.operation["operationId"]?.text }
    #expect(ids.count == operations.count)
    #expect(Set(ids).count == ids.count)
  }

  @Test func `describes what its examples answer`() throws {
    let run = try fixture.get("/api/v1/experiments/jitter-histogram?clients=10").json
    let problem = try fixture.get("/api/v1/experiments/jitter-histogram?clients=0").json
    for (name, value) in [
      ("Run", run), ("Problem", problem), ("Lessons", try fixture.get("/api/v1/lessons").json),
      ("Experiments", try fixture.get("/api/v1/experiments").json),
      ("Hits", try fixture.get("/api/v1/search?q=jitter").json), ("Status", try fixture.get("/healthz").json),
      ("Exercises", try fixture.get("/api/v1/exercises").json),
    ] {
      let schema = try #require(document["components"]?["schemas"]?[name])
      #expect(Set(value.members.map(\.name)) == Set(schema["properties"]?.members.map(\.name) ?? []))
      for name in schema["required"]?.elements.compactMap(\.text) ?? [] { #expect(value[name] != nil) }
    }
  }
}
