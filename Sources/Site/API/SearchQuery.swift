internal import Courseware
internal import HTTP

/// What a search asks for.
struct SearchQuery: Sendable {
  /// In characters as JSON Schema counts them: Unicode scalars.
  static let maximumLength = 200

  let text: String

  /// - Parameter isForm: True for the page, which a reader may open without asking anything, and where other names in the
  ///   query are none of our concern.
  /// - Throws: `Problem`: 400 for what is no search.
  init(_ request: Request, isForm: Bool) throws {
    let pairs = request.query.pairs
    let values = pairs.filter { $0.name == "q" }.map(\.value)
    var faults: [Problem.Invalid] = []
    if values.count > 1 || (values.first ?? "").unicodeScalars.count > SearchQuery.maximumLength {
      faults.append(
        Problem.Invalid(.parameter("q"), "must be text of at most \(SearchQuery.maximumLength) characters, given once"))
    } else if !isForm {
      if values.isEmpty { faults.append(Problem.Invalid(.parameter("q"), "must be given: the words to look for")) }
      for pair in pairs where pair.name != "q" {
        faults.append(Problem.Invalid(.parameter(pair.name), "is unknown; the only parameter is q"))
      }
    }
    guard faults.isEmpty else {
      throw Problem(.invalidParameters, "The query has parameters that are not allowed.", errors: faults)
    }
    text = values.first ?? ""
  }

  func hits(in shelf: Shelf) -> [SearchHit] { text.isEmpty ? [] : shelf.search.search(text) }
}
