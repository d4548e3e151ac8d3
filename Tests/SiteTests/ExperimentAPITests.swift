import HTTP
import JSON
import Simulation
import Site
import Synchronization
import Testing

@Suite("The search") struct SearchAPITests {
  @Test func `answers with sections and where they stand`() throws {
    let fixture = try SiteFixture()
    let response = try fixture.get("/api/v1/search?q=jitter")
    #expect(response.has("Cache-Control", "no-store"))
    #expect(response.json["query"] == "jitter")
    let hit = try #require(response.json["hits"]?.elements.first)
    #expect(hit["address"] == "/glossary#jitter")
    #expect(hit["heading"] == "Jitter")
    #expect(hit["excerpt"]?.elements.isEmpty == false)
    #expect(try fixture.get("/api/v1/search?q=").json["hits"] == [])
  }

  @Test(arguments: [("", "q"), ("?q=a&q=b", "q"), ("?q=a&limit=1", "limit"), ("?p=a", "p")])
  func `refuses what is no search`(query: String, parameter: String) throws {
    let response = try SiteFixture().get("/api/v1/search\(query)")
    #expect(response.status == .badRequest)
    #expect(response.json["errors"]?.elements.contains { $0["parameter"]?.text == parameter } == true)
  }
}

@Suite("A pure experiment") struct ExperimentAPITests {
  let fixture: SiteFixture
  static let path = "/api/v1/experiments/jitter-histogram"

  init() throws { fixture = try SiteFixture() }

  @Test func `answers with every effective parameter, the seed and the engine`() throws {
    let response = try fixture.get("\(Self.path)?clients=1000&strategy=none,full&seed=7")
    #expect(response.status == .ok)
    #expect(response.has("Content-Type", "application/json"))
    let answer = response.json
    #expect(
      answer.members.map(\.name) == ["experiment", "engine", "seed", "parameters", "result", "reading", "tables"])
    #expect(answer["experiment"] == "jitter-histogram")
    #expect(answer["engine"]?.number == Catalogue.engine)
    #expect(answer["seed"] == 7)
    let schema = JitterHistogram().schema
    #expect(answer["parameters"]?.members.map(\.name) == schema.parameters.map(\.name))
    #expect(answer["parameters"]?["strategy"] == ["exponential", "full"])
    #expect(answer["parameters"]?["baseMs"] == 100)
    #expect(answer["result"]?["series"]?.elements.first?["peak"] == 1000)
    #expect(answer["reading"]?.text?.isEmpty == false)
    #expect(answer["tables"]?.elements.first?["columns"]?.elements.isEmpty == false)
  }

  @Test func `names every fault and what is allowed`() throws {
    let response = try fixture.get("\(Self.path)?clients=0&baseMs=x&nothing=1&strategy=full,full&capMs=99999999")
    #expect(response.status == .badRequest)
    #expect(response.has("Content-Type", "application/problem+json"))
    let problem = response.json
    #expect(problem["type"] == "/problems/invalid-parameters")
    #expect(problem["status"] == 400)
    let errors = problem["errors"]?.elements ?? []
    #expect(Set(errors.compactMap { $0["parameter"]?.text }) == ["clients", "baseMs", "nothing", "strategy", "capMs"])
    #expect(errors.allSatisfy { $0["detail"]?.text?.isEmpty == false })
    #expect(errors.first { $0["parameter"] == "clients" }?["detail"]?.text?.contains("1 to 10000000") == true)
  }

  @Test func `gives the same bytes for any number of threads and any order of parameters`() throws {
    let targets = [
      "clients=20000&strategy=full,decorrelated&seed=3", "seed=3&strategy=full,decorrelated&clients=20000&retries=5",
    ]
    var bodies: Set<[UInt8]> = []
    var tags: Set<String> = []
    for threads in [1, 2, 3, 7] {
      let fixture = try SiteFixture { $0.threads = threads }
      for target in targets {
        let response = try fixture.get("\(Self.path)?\(target)")
        bodies.insert(response.body)
        tags.insert(response.headers["ETag"] ?? "")
      }
    }
    #expect(bodies.count == 1)
    #expect(tags.count == 1)
  }

  @Test func `has an entity tag that is known without a run`() throws {
    let target = "\(Self.path)?clients=123&seed=9"
    let tag = try #require(try fixture.get(target).headers["ETag"])
    let other = try SiteFixture()
    for condition in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
      let response = try other.get(target, ("If-None-Match", condition))
      #expect(response.status == .notModified)
      #expect(response.has("ETag", tag))
      #expect(response.has("Cache-Control", "public, no-cache"))
      #expect(response.has("Vary", "Accept, Accept-Encoding"))
      #expect(response.body.isEmpty)
    }
    #expect(other.context.runner.counts.finished == 0)
    #expect(try other.get(target, ("If-None-Match", "\"x\"")).status == .ok)
    #expect(try other.get("\(Self.path)?clients=124&seed=9").headers["ETag"] != tag)
    #expect(try other.get("\(target)&format=csv").headers["ETag"] != tag)
  }

  @Test(arguments: ["gzip", "br, gzip;q=0.8", "*"])
  func `comes compressed to who takes that, under a tag of its own`(coding: String) throws {
    let target = "\(Self.path)?clients=1000&seed=9"
    let plain = try fixture.get(target, ("Accept-Encoding", "gzip;q=0.5, identity"))
    #expect(plain.headers["Content-Encoding"] == nil)
    let plainTag = try #require(plain.headers["ETag"])
    let small = try fixture.get(target, ("Accept-Encoding", coding))
    #expect(small.has("Content-Encoding", "gzip"))
    #expect(small.has("Content-Type", "application/json"))
    #expect(small.has("Vary", "Accept, Accept-Encoding"))
    #expect(small.has("Cache-Control", "public, no-cache"))
    #expect(small.body.count < plain.body.count / 2)
    #expect(Gunzip.bytes(small.body, limit: plain.body.count) == plain.body)
    let tag = try #require(small.headers["ETag"])
    #expect(tag == plainTag.dropLast() + "-gzip\"")
    for (accepts, held) in [(coding, tag), (coding, plainTag), ("identity", plainTag), ("gzip;q=0", plainTag)] {
      let again = try fixture.get(target, ("Accept-Encoding", accepts), ("If-None-Match", held))
      #expect(again.status == .notModified)
      #expect(again.has("ETag", held))
      #expect(again.headers["Content-Encoding"] == nil)
    }
    // Whoever does not take it compressed holds nothing that would do, and neither does a table, which never is.
    for accepts in ["identity", "gzip;q=0", "br"] {
      let again = try fixture.get(target, ("Accept-Encoding", accepts), ("If-None-Match", tag))
      #expect(again.status == .ok)
      #expect(again.body == plain.body)
    }
    let table = try #require(try fixture.get("\(target)&format=csv").headers["ETag"])
    let held = ("If-None-Match", "\(table.dropLast())-gzip\"")
    #expect(try fixture.get("\(target)&format=csv", ("Accept-Encoding", coding), held).status == .ok)
    #expect(fixture.context.runner.counts.finished == 1)
  }

  @Test func `comes as it is where it is short, a table or a stream`() throws {
    let short = "/api/v1/experiments/retry-after?value=30"
    for (target, accept) in [(short, "*/*"), (Self.path, "text/csv"), (Self.path, "text/event-stream")] {
      let response = try fixture.get(target, ("Accept", accept), ("Accept-Encoding", "gzip"))
      #expect(response.status == .ok)
      #expect(response.headers["Content-Encoding"] == nil)
      #expect(response.headers["ETag"]?.contains("gzip") != true)
    }
    #expect(try fixture.get(short).body.count < 1024)
  }

  @Test(arguments: ["/api/v1/experiments", "/api/v1/lessons", "/openapi.json"])
  func `stands in lists that are ready in both forms`(path: String) throws {
    // The last of them is made when it is first asked for.
    _ = try fixture.get(path)
    guard case .ready(let ready) = fixture.site.reply(to: try Request(.get, path)) else {
      Issue.record("\(path) is made anew for each request")
      return
    }
    #expect(ready.headers["Cache-Control"] == "no-store")
    #expect(Gunzip.bytes(try #require(ready.gzip), limit: ready.body.count) == ready.body)
    #expect(try fixture.get(path, ("Accept", "text/csv")).status == .notAcceptable)
  }

  @Test func `may be cached for a day where the query names the engine`() throws {
    let named = try fixture.get("\(Self.path)?clients=10&engine=\(Catalogue.engine)")
    #expect(named.has("Cache-Control", "public, max-age=86400"))
    #expect(named.body == (try fixture.get("\(Self.path)?clients=10")).body)
    for engine in ["\(Catalogue.engine + 1)", "0", "", "x", "+1", "1&engine=1"] where engine != "\(Catalogue.engine)" {
      let other = try fixture.get("\(Self.path)?clients=10&engine=\(engine)")
      #expect(other.status == .badRequest)
      #expect(other.json["type"] == "/problems/other-engine")
      #expect(other.has("Cache-Control", "no-store"))
    }
  }

  @Test func `comes as comma-separated values too`() throws {
    for response in [
      try fixture.get("\(Self.path)?clients=10&strategy=none&format=csv", ("Accept", "text/html")),
      try fixture.get("\(Self.path)?clients=10&strategy=none", ("Accept", "text/csv")),
    ] {
      #expect(response.status == .ok)
      #expect(response.headers["Content-Type"]?.hasPrefix("text/csv") == true)
      #expect(response.has("Content-Disposition", "attachment; filename=\"jitter-histogram.csv\""))
      #expect(response.text.contains("\r\n"))
    }
    let wrong = try fixture.get("\(Self.path)?format=xml")
    #expect(wrong.json["errors"]?.elements.first?["parameter"] == "format")
  }

  @Test(arguments: [
    ("*/*", "application/json"), ("application/json", "application/json"),
    ("text/csv;q=0.5, application/*", "application/json"),
    ("text/csv, application/json;q=0.9", "text/csv; charset=utf-8; header=present"),
    ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "application/json"),
    ("text/event-stream, application/json", "text/event-stream"), ("TEXT/EVENT-STREAM", "text/event-stream"),
  ])
  func `comes as its reader likes it`(accept: String, type: String) throws {
    #expect(try fixture.get("\(Self.path)?clients=10", ("Accept", accept)).has("Content-Type", type))
  }

  @Test(arguments: ["text/html", "application/json;q=0", "image/*", "application/jsonx"])
  func `is refused where its reader takes none of its forms`(accept: String) throws {
    let response = try fixture.get("\(Self.path)?clients=10", ("Accept", accept))
    #expect(response.status == .notAcceptable)
    #expect(response.has("Content-Type", "application/problem+json"))
  }

  @Test func `tells no share of its progress twice`() throws {
    let ticks = Mutex<UInt64>(0)
    // Every look at the clock is a second later, so that everything may be told.
    let fixture = try SiteFixture {
      _ in
    } clock: {
      ticks.withLock { time in
        time += 1_000_000_000
        return time
      }
    }
    let path = "/api/v1/experiments/metastable?durationMs=600000&load=2000"
    let text = try fixture.get(path, ("Accept", "text/event-stream")).text
    let shares = text.split(separator: "\n").filter { $0.hasPrefix("data: {\"done\"") }
    #expect(shares.count > 50)
    #expect(Set(shares).count == shares.count)
  }

  @Test func `a number in CSV is written as in JSON`() throws {
    let table = Table(
      caption: "", columns: ["a"],
      rows: [[.number(5, digits: 1)], [.number(0.1, digits: 1)], [.number(1e21, digits: 1)]])
    #expect(String(decoding: ReportCSV.bytes([table]), as: UTF8.self) == "a\r\n5\r\n0.1\r\n1e+21\r\n")
    #expect(JSONValue.number(5).bytes == Array("5".utf8))
  }

  @Test func `names a parameter without a name as what it is`() throws {
    let response = try fixture.get("\(Self.path)?=1")
    #expect(response.status == .badRequest)
    #expect(response.json["errors"]?.elements.first?["parameter"] == "")
    #expect(response.json["errors"]?.elements.first?["detail"]?.text?.hasPrefix("has no name") == true)
  }

  @Test func `tells of its progress, then of its result`() throws {
    let response = try fixture.get("\(Self.path)?clients=1000", ("Accept", "text/event-stream"))
    #expect(response.has("Cache-Control", "no-store"))
    let events = response.text.components(separator: "\n\n")
    #expect(events.first == "event: progress\ndata: {\"done\":0}")
    let last = try #require(events.last)
    #expect(last.hasPrefix("event: result\nid: end\ndata: {\"experiment\":\"jitter-histogram\""))
    let plain = try fixture.get("\(Self.path)?clients=1000")
    #expect(last.hasSuffix(plain.text))
    let again = try fixture.get("\(Self.path)?clients=1000", ("Accept", "text/event-stream"), ("Last-Event-ID", "end"))
    #expect(again.status == .noContent)
    // What is wrong with the question is said before the stream begins.
    #expect(try fixture.get("\(Self.path)?clients=0", ("Accept", "text/event-stream")).status == .badRequest)
  }

  @Test func `is not found under another name, and a live one not here`() throws {
    #expect(try fixture.get("/api/v1/experiments/none").status == .notFound)
    #expect(try fixture.get("/api/v1/experiments/Jitter-Histogram").status == .notFound)
    let live = try fixture.get("/api/v1/experiments/idempotency")
    #expect(live.status == .notFound)
    #expect(live.json["detail"]?.text?.contains("POST") == true)
    #expect(try fixture.get("/api/v1/experiments/jitter-histogram/runs").status == .methodNotAllowed)
    #expect(try fixture.post("/api/v1/experiments/jitter-histogram/runs", "{}").status == .notFound)
  }

  @Test func `stands in the catalogue with all its parameters`() throws {
    let catalogue = try fixture.get("/api/v1/experiments")
    #expect(catalogue.has("Cache-Control", "no-store"))
    let experiments = catalogue.json["experiments"]?.elements ?? []
    #expect(experiments.compactMap { $0["id"]?.text } == Experiments.all.map(\.id))
    for (entry, experiment) in zip(experiments, Experiments.all) {
      #expect(entry["parameters"]?.elements.compactMap { $0["name"]?.text } == experiment.schema.parameters.map(\.name))
      #expect(entry["live"] == .bool(experiment.isLive))
    }
    #expect(try fixture.get("/api/v1/lessons").json["lessons"]?.elements.first?["slug"] == "waiting")
    #expect(try fixture.get("/api/v1/lessons", ("Accept", "text/csv")).status == .notAcceptable)
  }
}

extension String {
  /// Parts that are not empty.
  fileprivate func components(separator: String) -> [String] { split(separator: separator).map { String($0) } }
}
