internal import HTTP
internal import JSON
internal import Simulation
internal import Store

/// What a request for a pure experiment asks: its arguments, and the form of the answer.
struct RunQuery: Sendable {
  enum Form: String, Sendable, CaseIterable {
    case json = "application/json"
    case csv = "text/csv"
    case events = "text/event-stream"
  }

  let experiment: any Experiment
  let arguments: Arguments
  let form: Form
  /// True if the query names the engine, and thereby can never mean another result.
  let namesEngine: Bool

  init(_ request: Request, _ experiment: any Experiment) throws {
    self.experiment = experiment
    let pairs = request.query.sent
    namesEngine = try RunQuery.engine(pairs)
    form = try RunQuery.form(pairs, request)
    arguments = try experiment.arguments(query: pairs.filter { $0.name != "engine" && $0.name != "format" })
  }

  private static func engine(_ pairs: [(name: String, value: String)]) throws -> Bool {
    let values = pairs.filter { $0.name == "engine" }.map(\.value)
    if values.isEmpty { return false }
    guard values == [String(Catalogue.engine)] else {
      throw Problem(
        .otherEngine, "This server runs engine \(Catalogue.engine); the query asks for another.",
        errors: [
          Problem.Invalid(.parameter("engine"), "must be \(Catalogue.engine), or be left out")
        ])
    }
    return true
  }

  private static func form(_ pairs: [(name: String, value: String)], _ request: Request) throws -> Form {
    let values = pairs.filter { $0.name == "format" }.map(\.value)
    switch values {
    case []: break
    case ["csv"]: return .csv
    case ["json"]: return .json
    default:
      throw Problem(
        .invalidParameters, "The query asks for a format that there is not.",
        errors: [Problem.Invalid(.parameter("format"), "must be json or csv, once")])
    }
    // Events only to who asks for them by name: a browser or a script that takes anything wants the plain answer.
    let forms: [Form] = (Accept.names(request, Form.events.rawValue) ? [.events] : []) + [.json, .csv]
    let offered = forms.map(\.rawValue)
    guard let best = Accept.best(request, of: offered), let form = Form(rawValue: best) else {
      throw Problem(.notAcceptable, "The answer comes as \(offered.joined(separator: ", ")).")
    }
    return form
  }

  /// A digest of everything that the answer depends on.
  private var digest: String {
    let asked: JSONValue = [
      "engine": .integer(Catalogue.engine), "experiment": .string(experiment.id), "form": .string(form.rawValue),
      "parameters": arguments.json,
    ]
    return Digest(of: asked.bytes).bytes.prefix(16).hex
  }

  private func entityTag(isCompressed: Bool = false) -> String { "\"\(digest)\(isCompressed ? "-gzip" : "")\"" }

  /// The entity tag of the answer that the client holds, if it asks whether that is current. Where it takes compressed
  /// answers that may be either: short ones are not, and before a run nobody knows how long one will be.
  func heldTag(_ request: Request) -> String? {
    // Who holds nothing is spared the digest.
    guard request.headers.contains("If-None-Match") else { return nil }
    let codings = form == .json && ContentCoding.prefersGzip(request.headers) ? [true, false] : [false]
    return codings.lazy.map { entityTag(isCompressed: $0) }.first { request.holds($0) }
  }

  var headers: HeaderFields {
    var fields = SecurityHeaders.data
    fields["Vary"] = "Accept, Accept-Encoding"
    if form == .events {
      fields["Cache-Control"] = "no-store"
      fields["X-Accel-Buffering"] = "no"
    } else {
      fields["Cache-Control"] = namesEngine ? "public, max-age=86400" : "public, no-cache"
      fields["ETag"] = entityTag()
    }
    return fields
  }

  func response(_ result: RunResult, to request: Request) -> Response {
    switch form {
    case .csv:
      return Response(
        type: "text/csv; charset=utf-8; header=present",
        headers: headers.with("Content-Disposition", "attachment; filename=\"\(experiment.id).csv\""),
        body: ReportCSV.bytes(result.report.tables))
    case .json, .events:
      if let gzip = result.gzip, ContentCoding.prefersGzip(request.headers) {
        let coded = headers.with("Content-Encoding", "gzip").with("ETag", entityTag(isCompressed: true))
        return Response(type: "application/json", headers: coded, body: gzip)
      }
      return Response(type: "application/json", headers: headers, body: result.json)
    }
  }
}
