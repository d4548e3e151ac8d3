internal import HTTP
internal import JSON
internal import Store

extension RecordedResponse {
  /// An answer in JSON to be kept.
  init(_ status: Status, _ body: JSONValue, _ fields: [Field] = []) { self.init(status, body.bytes, fields) }

  /// An answer to be kept, whose body is JSON text.
  init(_ status: Status, _ json: [UInt8], _ fields: [Field]) {
    self.init(status: status.code, headers: [Field("Content-Type", "application/json")] + fields, body: json)
  }

  /// A problem to be kept: without the id of the request that met it.
  init(_ problem: Problem) {
    self.init(
      status: problem.type.status, headers: [Field("Content-Type", "application/problem+json")],
      body: problem.json(requestId: nil).bytes)
  }
}

extension Response {
  /// The kept answer, with the fields that every answer of the API has.
  init(_ recorded: RecordedResponse, isReplay: Bool = false) {
    var headers = SecurityHeaders.data.with("Cache-Control", "no-store")
    for field in recorded.headers { headers[field.name] = field.value }
    if isReplay { headers["Idempotency-Replayed"] = "true" }
    self.init(Status(recorded.status), headers: headers, body: recorded.body)
  }
}
