internal import HTTP
internal import JSON
internal import Retry
internal import Store

/// The request that a program would send for what a form asks, so that pages do what the API does, and its answer.
enum InnerRequest {
  static func post(_ path: String, body: JSONValue? = nil, _ key: IdempotencyKey?, for request: Request) throws
    -> Request
  {
    var headers: [(String, String)] = []
    if body != nil { headers.append(("Content-Type", "application/json")) }
    if let key { headers.append(("Idempotency-Key", key.value)) }
    return try Request(.post, path, headers: headers, body: body?.bytes ?? [], peer: request.peer)
  }

  /// The token that an answer shows, and whose it is.
  static func token(in response: Response) throws -> (token: String, id: PersonID, name: String) {
    guard let answer = try? JSONParser.parse(response.body), case .string(let token)? = answer["token"],
      case .string(let name)? = answer["person"]?["name"], case .string(let id)? = answer["person"]?["id"],
      let number = PageQuery.number(id)
    else { throw Problem(.internalError, "The answer shows no token.") }
    return (token, PersonID(rawValue: number), name)
  }
}
