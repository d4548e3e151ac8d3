/// Why a message is not answered in the usual way: what the connection, the parser or the router found, as a status
/// and words that may be shown to whoever sent it. The application makes the response from it.
package struct Refusal: Error, Sendable {
  package var status: Status
  /// What was wrong with the request, in a sentence that repeats nothing of it.
  package var detail: String
  /// Fields that belong to the status, such as `Allow` or `Retry-After`.
  package var headers: HeaderFields

  package init(_ status: Status, _ detail: String, headers: HeaderFields = [:]) {
    self.status = status
    self.detail = detail
    self.headers = headers
  }
}
