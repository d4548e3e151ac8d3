extension ProblemType {
  /// What the type's page says.
  package var description: ProblemDescription {
    switch self {
    case .malformedRequest:
      describe(
        400, "Malformed request",
        "The bytes that came are no valid HTTP request. Servers and proxies that guess at such a request guess differently, which is how one request is smuggled inside another; so this server guesses at nothing.",
        "Mend the client: the detail names what it found.")
    case .malformedJSON:
      describe(
        400, "Body is not JSON",
        "The body is not strict JSON text in UTF-8 (RFC 8259). A name that stands twice, a byte order mark and a lone surrogate are refused too, since programs disagree on what they mean (RFC 7493).",
        "Look at the byte that the detail names.")
    case .invalidParameters:
      describe(
        400, "Invalid parameters",
        "A parameter in the query is unknown, of the wrong type, or out of its range. Every fault is listed in the answer's errors, each with what is allowed.",
        "Mend each parameter that the errors list. GET /api/v1/experiments tells what every parameter allows.")
    case .otherEngine:
      describe(
        400, "Another engine",
        "The query asks for the result of one version of the simulation engine, and this server runs another. Its results for the same parameters may be other numbers, so it does not pass them off as those.",
        "Leave out engine, or give the current one, which the detail names.")
    case .invalidKey:
      describe(
        400, "Invalid idempotency key",
        "An Idempotency-Key has 1 to 255 visible ASCII characters, bare or in double quotes, and is sent once.",
        "Make one key for each operation, a random UUID for instance, and send the same key with every attempt of it.")
    case .keyRequired:
      describe(
        400, "Idempotency key required",
        "This address takes a request only with an Idempotency-Key. Without one, a client that gets no answer could not send the request again without the risk of a second effect.",
        "Make a key when the person acts, a random UUID for instance, keep it with the operation, and send it with every attempt."
      )
    case .unauthorized:
      describe(
        401, "Not signed in",
        "This address is for people whom the course knows. The request has no token, or one that is unknown, has expired or was ended; which of these, the answer does not tell.",
        "Send the token as Authorization: Bearer, or sign in with it. Who has lost theirs asks the instructor for a new one."
      )
    case .crossSite:
      describe(
        403, "Cross-site request",
        "A page of another site asked the browser to change something here, and the browser said so. Only pages of this site may do that.",
        "Use the form on this site's own page, or a program outside a browser.")
    case .forbidden:
      describe(
        403, "Forbidden", "Who asks may not have this.",
        "Ask as somebody who may: an instructor for what runs the course, a student for what is handed in. The metrics are for the machine that the server runs on, or for the token that its operator set."
      )
    case .unknownJoinCode:
      describe(
        403, "Join code not open", "There is no open join code of that name. It may have been closed or replaced.",
        "Ask the instructor for the present code.")
    case .deadlinePassed:
      describe(
        403, "Deadline passed",
        "The exercise took submissions until its deadline, and this one came later. A submission that was acknowledged in time still gets its answer when it is sent again with its key.",
        "Ask the instructor, who sets the deadline.")
    case .attemptsSpent:
      describe(
        403, "No attempt left",
        "The exercise takes so many submissions from each student, and these are spent. One that a fault of the server kept from being graded does not count.",
        "Ask the instructor, who sets the limit. The visible checks can still be tried.")
    case .notFound:
      describe(
        404, "Not found", "There is nothing at this address.",
        "Look at the address once more. GET /openapi.json lists all of the API's.")
    case .methodNotAllowed:
      describe(
        405, "Method not allowed", "The address exists, but does not answer this method.",
        "The field Allow of the answer lists the methods that it does answer.")
    case .notAcceptable:
      describe(
        406, "Not acceptable", "The field Accept leaves no form in which this can be sent.",
        "Accept one of the forms that the detail names.")
    case .requestTimeout:
      describe(
        408, "Request timeout",
        "The request did not arrive in full within the time allowed, and the connection was closed. Nothing was done.",
        "Send the request again on a new connection.", isRetryable: true)
    case .keyInProgress:
      describe(
        409, "Key in progress",
        "Another request with the same idempotency key is being carried out at this moment. Its outcome will be the outcome of this one too.",
        "Wait as long as Retry-After says, then send the same request with the same key again.", isRetryable: true)
    case .conflict:
      describe(
        409, "Conflict",
        "What the request asks for contradicts what there is: a login or an e-mail address that belongs to somebody else, a token for somebody whose access was ended, or a readmission of somebody whose access was not.",
        "Look at the detail, and ask for something that can be. Two students who are one person can be merged.")
    case .gone:
      describe(
        410, "Gone",
        "A request with this idempotency key was carried out before, and what it made has been deleted since. One that comes late must not undo that, so it is not carried out again.",
        "Make a new key if something new is to be made.")
    case .lengthRequired:
      describe(
        411, "Length required",
        "The address takes a body. The request has none, nor does it say how long one is: it has neither a Content-Length nor Transfer-Encoding: chunked.",
        "Send a body with its length, as clients do by themselves if they are given one.")
    case .preconditionFailed:
      describe(
        412, "Precondition failed",
        "The request was to be carried out only if the resource was in a certain state, and it is in another.",
        "Fetch the current state, then decide anew.")
    case .otherPerson:
      describe(
        412, "Somebody else is signed in",
        "The request says in Course-Person whose it is, and its token or cookie belongs to somebody else. All tabs of a browser share one cookie, so a page that was open before sends with it what its own reader filled in. Nothing was done, and no attempt is spent.",
        "Sign in as the person whose request it is, then send it again with the same key.")
    case .contentTooLarge:
      describe(
        413, "Content too large", "The body is larger than this address takes.", "Send less.")
    case .targetTooLong:
      describe(
        414, "Address too long", "The request line is longer than this server reads.", "Shorten the query.")
    case .unsupportedMediaType:
      describe(
        415, "Unsupported media type",
        "The body's media type or encoding is not the one that this address reads. A form of another site can send some types without asking; therefore the type must be exact.",
        "Send the type that the detail names, without a Content-Encoding.")
    case .rangeNotSatisfiable:
      describe(
        416, "Range not satisfiable", "The part asked for lies beyond the end.",
        "The field Content-Range of the answer tells the length.")
    case .expectationFailed:
      describe(
        417, "Expectation failed", "The only expectation that this server meets is 100-continue.",
        "Leave the field Expect out.")
    case .misdirectedRequest:
      describe(
        421, "Misdirected request",
        "The request is addressed to a name that this server does not go by. If it answered to any name, a page elsewhere could point its own name at this machine and read what is here (DNS rebinding).",
        "Use localhost or 127.0.0.1. If the server is to have another name, its operator adds it with --host-name.")
    case .invalidBody:
      describe(
        422, "Invalid body",
        "The body is JSON, but not what this address takes: a member is unknown, missing, of the wrong type, or out of its range. Every fault is listed in the answer's errors by its JSON Pointer, each with what is allowed.",
        "Mend each member that the errors list.")
    case .keyReused:
      describe(
        422, "Key used for something else",
        "The idempotency key was used before, for a request with another address or body. One key stands for one operation.",
        "Make a new key for each new operation, and reuse it only to send that very operation again.")
    case .tooMuchWork:
      describe(
        400, "Too much work",
        "The parameters are each allowed, but together they ask for more work than a stated bound allows. The run did not start, or stopped there.",
        "Ask for fewer clients, attempts or runs; the detail names the bound.")
    case .tooManyRequests:
      describe(
        429, "Too many requests",
        "This address has been asked too often by you for a while. Nothing was done.",
        "Wait as long as Retry-After says. The fields RateLimit and RateLimit-Policy tell how much is left.",
        isRetryable: true)
    case .fieldsTooLarge:
      describe(
        431, "Header fields too large", "The request's header is larger than this server reads.",
        "Send fewer or shorter fields; delete this site's cookies if a browser sends many.")
    case .internalError:
      describe(
        500, "Internal error",
        "The server met something that its authors did not foresee. What it was stands in its log under the request's id.",
        "Tell the operator the request's id. The same request probably fails again.")
    case .gradingFailed:
      describe(
        500, "Grading failed",
        "The submission was taken, but a fault of the server kept it from being graded. It is kept, is in the log, and does not count as an attempt.",
        "Submit again with a new key.")
    case .notImplemented:
      describe(
        501, "Not implemented", "The server does not know this method or transfer coding.",
        "Use a method that the address allows.")
    case .overloaded:
      describe(
        503, "Overloaded",
        "The server has as much work waiting as it takes on, or is about to stop. It refuses before it begins, so nothing was done.",
        "Wait as long as Retry-After says, with jitter added, then send the same request again.", isRetryable: true)
    case .storageUnavailable:
      describe(
        503, "Storage unavailable",
        "The course cannot write to its database at the moment: the disk is full, or another program holds the file. Nothing of the request was done, and nothing that was acknowledged is lost.",
        "Wait as long as Retry-After says, then send the same request with the same key again.", isRetryable: true)
    case .versionNotSupported:
      describe(
        505, "HTTP version not supported", "This server speaks HTTP/1.1 and HTTP/1.0.", "Use one of them.")
    }
  }

  private func describe(
    _ status: Int, _ title: String, _ meaning: String, _ remedy: String, isRetryable: Bool = false
  ) -> ProblemDescription {
    ProblemDescription(
      type: rawValue, title: title, status: status, meaning: [meaning], remedy: remedy, isRetryable: isRetryable)
  }
}
