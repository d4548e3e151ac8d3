internal import Dispatch
package import HTTP
internal import JSON
internal import Simulation

/// The site as an application that a server serves.
package final class CourseSite: Application {
  /// The program's version.
  package static let version = "0.1.0"

  package let context: SiteContext
  private let hosts: HostAllowList
  private let router: Router
  private let table: Routes
  private let housekeeping = Housekeeping()
  /// What is answered before a route is chosen.
  private let unrouted: Metrics.Tally

  package init(_ context: SiteContext) {
    self.context = context
    hosts = HostAllowList(added: context.settings.hostNames)
    unrouted = context.metrics.tally(route: "")
    table = Routes(context)
    var router = Router()
    for route in table.all {
      let tally = context.metrics.tally(route: route.pattern)
      let bodyType = route.outline.operation.takes.bodyType
      let check: Router.HeadCheck = { head in
        if let bodyType { try RequestBody.require(bodyType, head) }
      }
      router.on(route.method, route.pattern, check: check) { request, parameters in
        let begun = context.clock()
        do {
          let reply = try route.handler(request, parameters)
          let record = RequestRecord(context, request, tally, begun)
          guard case .standing(var answer) = reply else { return CourseSite.observed(reply, record) }
          record.finish(answer.ready)
          let (method, status) = (request.method.rawValue, answer.ready.status.code)
          answer.whenGiven = { tally.count(method: method, status: status, duration: $1, times: $0) }
          return .standing(answer)
        } catch {
          let response = context.response(context.problem(of: error, request), request)
          return CourseSite.observed(.response(response), RequestRecord(context, request, tally, begun))
        }
      }
    }
    self.router = router
  }

  /// Every route, in the order of `Routes`.
  package var routes: [(method: Method, pattern: String)] { router.routes }

  /// Begins what goes on beside the requests. Returns at once.
  /// - Throws: `StoreError` if what is pending cannot be read.
  package func begin() throws {
    try context.grading.start()
    housekeeping.begin(context)
    table.watch?.begin()
  }

  /// Renders the pages that do not depend on who asks, beside the requests: to be called once the server answers, whose
  /// first readers need the processors too. Returns at once.
  package func renderAhead() {
    DispatchQueue(label: "render-ahead").async { [self] in
      do { try table.pages.renderAhead() } catch {
        // Whoever asks for the page meets the same error, and is told of it.
        context.log.write("error", "not-rendered", [("error", "\(error)")])
      }
    }
  }

  /// Ends what goes on beside the requests, after the last of them. Blocks until it has.
  package func end() {
    housekeeping.end()
    context.grading.stop()
  }

  package func admit(_ head: Request) -> Admission {
    do {
      try refuseStrangers(head)
      // What will be refused whatever the body is need not be sent, if the client waits for a word.
      if head.waitsWithBody { try router.check(head) }
      return .receive
    } catch {
      return .refuse(refused(error, head))
    }
  }

  package func reply(to request: Request) -> Reply {
    do {
      try refuseStrangers(request)
      return try router.reply(to: request)
    } catch {
      return .response(refused(error, request))
    }
  }

  package func response(to refusal: Refusal, for request: Request?, id: UInt64) -> Response {
    guard let request else {
      unrouted.count(method: "", status: refusal.status.code, duration: 0)
      return context.response(Problem(refusal), nil, id: Request.text(ofID: id))
    }
    return refused(refusal, request)
  }

  package func response(toThrown error: any Error, for request: Request) -> Response { refused(error, request) }

  /// The response to what is refused before any route is chosen.
  private func refused(_ error: any Error, _ request: Request) -> Response {
    let response = context.response(context.problem(of: error, request), request)
    RequestRecord(context, request, unrouted, context.clock()).finish(response)
    return response
  }

  package func willDrain() { context.drain() }

  package func lastWords(to request: Request) -> [UInt8] {
    let problem = Problem(.overloaded, "The server stops.", headers: ["Retry-After": "1"])
    return ServerSentEvent(
      "problem", data: String(decoding: problem.json(requestId: request.idText).bytes, as: UTF8.self),
      retryMilliseconds: 1000
    ).bytes
  }

  /// - Throws: `Problem`: 421 for a name that is not ours, 403 for what a page of another site sends.
  private func refuseStrangers(_ request: Request) throws {
    guard hosts.allows(request.authority) else {
      throw Problem(.misdirectedRequest, "This server does not go by the name that the request is addressed to.")
    }
    guard SameOrigin.allows(request) else {
      throw Problem(.crossSite, "A page of another site may not send this.")
    }
  }

  /// The reply, which will be counted once it has been made.
  private static func observed(_ reply: Reply, _ record: RequestRecord) -> Reply {
    switch reply {
    case .ready(let ready):
      record.finish(ready)
      return reply
    case .standing(let answer):
      record.finish(answer.ready)
      return .ready(answer.ready)
    case .response(let response):
      record.finish(response)
      return .response(record.marked(response))
    case .work(let queue, let body):
      return .work(queue) { cancellation in
        let response: Response
        do { response = try body(cancellation) } catch {
          response = record.context.response(record.context.problem(of: error, record.request), record.request)
        }
        record.finish(response)
        return record.marked(response)
      }
    case .deferred(let queue, let body):
      return .deferred(queue) { cancellation, completion in
        let observed = Completion { result in
          let response: Response
          do { response = try result.get() } catch {
            response = record.context.response(record.context.problem(of: error, record.request), record.request)
          }
          record.finish(response)
          completion.send(record.marked(response))
        }
        do { try body(cancellation, observed) } catch { observed.fail(error) }
      }
    case .found(let queue, let body):
      return .found(queue) { cancellation in
        do { return observed(try body(cancellation), record) } catch {
          return observed(
            .response(record.context.response(record.context.problem(of: error, record.request), record.request)),
            record)
        }
      }
    case .stream(let queue, let head, let body):
      return .stream(queue, head: record.marked(head)) { writer in
        defer { record.finish(head) }
        try body(writer)
      }
    case .subscription(let head, _):
      record.finish(head)
      return reply
    }
  }
}
