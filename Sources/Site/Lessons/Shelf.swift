package import Courseware
package import HTTP
internal import Synchronization

/// What was read from the disk at the start, and the pages made of it. When a file changes, a new shelf takes its place.
package final class Shelf: Sendable {
  package let course: Course
  package let assets: AssetCatalogue
  package let outline: CourseOutline
  private let index = Mutex<SearchIndex?>(nil)
  /// How long its pages and files stand: until another shelf takes its place.
  let term = StandingAnswer.Term()
  /// What was made of the course, by path.
  private let pages = Mutex<[String: ReadyResponse]>([:])

  /// - Parameter isWatched: True if open pages are told when there is a newer shelf.
  package init(course: Course, assets: AssetCatalogue, isWatched: Bool = false) {
    self.course = course
    self.assets = assets
    outline = CourseOutline(
      lessons: course.lessons, experiments: Experiments.all, assets: assets.prefix,
      hasGlossary: course.glossary != nil, isWatched: isWatched)
  }

  /// Full text, made at the first call: it blocks then.
  package var search: SearchIndex {
    index.withLock { index in
      if let index { return index }
      let made = SearchIndex(course)
      index = made
      return made
    }
  }

  /// The page at a path, if it has been rendered.
  package func page(_ path: String) -> ReadyResponse? { pages.withLock { $0[path] } }

  /// The page at a path as a reply that stands, if it has been rendered.
  func standing(_ path: String) -> Reply? { page(path).map { .standing(StandingAnswer($0, until: term)) } }

  /// Renders the page at a path and keeps it.
  package func render(_ path: String, _ html: () throws -> HTML) rethrows -> ReadyResponse {
    try ready(path) {
      let bytes = Array(try html().markup.utf8)
      return ReadyResponse(
        type: PageResponse.type, headers: PageResponse.headers, body: bytes, gzip: Gzip.compressed(bytes))
    }
  }

  /// What answers at a path, made at the first call and kept. Two callers at once may both make it; both get the same.
  package func ready(_ path: String, _ make: () throws -> ReadyResponse) rethrows -> ReadyResponse {
    if let page = page(path) { return page }
    let page = try make()
    return pages.withLock { pages in
      if let first = pages[path] { return first }
      pages[path] = page
      return page
    }
  }
}

/// What every page's response has in common.
enum PageResponse {
  static let type = "text/html; charset=utf-8"

  /// To be kept, and checked for changes at each use.
  static let headers = SecurityHeaders.page.with("Cache-Control", "no-cache")

  /// A page made for one request.
  /// - Parameter isStored: False for what must not be kept, such as the outcome of a live run.
  static func response(_ html: HTML, _ status: Status = .ok, isStored: Bool = true) -> Response {
    let bytes = Array(html.markup.utf8)
    var fields = headers
    if isStored { fields["ETag"] = "\"\(Fingerprint(bytes).text)\"" } else { fields["Cache-Control"] = "no-store" }
    return Response(status, type: type, headers: fields, body: bytes)
  }
}

extension PageResponse {
  /// Sends the reader on to a page of this site, to be asked for by GET.
  static func redirect(to path: String) -> Response {
    Response(.seeOther, headers: SecurityHeaders.page.with("Location", path).with("Cache-Control", "no-store"))
  }
}

extension Response {
  /// A ready response for the one request that had to wait until it was made.
  init(_ ready: ReadyResponse) {
    self.init(ready.status, headers: ready.headers.with("ETag", ready.entityTag), body: ready.body)
  }
}
