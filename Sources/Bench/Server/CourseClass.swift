import JSON

/// Students of a server that has just begun a database, who joined as students do.
struct CourseClass {
  /// One for each student.
  let tokens: [String]

  init(of server: CourseServer, students: Int) throws(BenchFailure) {
    let connection = try PlainConnection(port: server.port)
    // The second line of a server without an instructor ends in the link that lets the first one in.
    guard let invitation = try server.process.line().split(separator: "=").last else {
      throw BenchFailure("the server does not tell how the instructor gets in")
    }
    let signedIn = try connection.post("/api/v1/sessions", ["token": .string(String(invitation))])
    guard let cookie = signedIn.field("set-cookie")?.split(separator: ";").first else {
      throw BenchFailure("signing in does not give a cookie")
    }
    let opened = try connection.post(
      "/api/v1/join-codes", nil, fields: [("Cookie", String(cookie)), ("Sec-Fetch-Site", "same-origin")])
    let code = try opened.text("code")
    var tokens: [String] = []
    for number in 0..<students {
      let joined = try connection.post(
        "/api/v1/enrolments", ["code": .string(code), "name": .string("Student \(number)")])
      tokens.append(try joined.text("token"))
    }
    self.tokens = tokens
  }
}

extension PlainConnection {
  /// Sends a document, or nothing.
  /// - Throws: also if the answer is not a success.
  fileprivate func post(_ path: String, _ document: JSONValue?, fields: [(String, String)] = []) throws(BenchFailure)
    -> Answer
  {
    let answer = try post(path, document?.bytes ?? [], fields: fields)
    guard (200..<300).contains(answer.status) else {
      throw BenchFailure("\(path): \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
    }
    return answer
  }
}

extension PlainConnection.Answer {
  /// A member of the JSON object that this answer is.
  fileprivate func text(_ name: String) throws(BenchFailure) -> String {
    guard case .string(let text)? = (try? JSONParser.parse(body))?[name] else {
      throw BenchFailure("an answer has no \(name)")
    }
    return text
  }
}
