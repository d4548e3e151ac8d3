/// How long a connection may take over what it does, in milliseconds.
package struct Deadlines: Sendable {
  /// Without a request, after an answer.
  package var idle = 15_000
  /// From the connection, or the first byte of a request, to the end of its head.
  package var header = 10_000
  /// From the end of the head to the end of the body; more by what has come at `slowest`.
  package var body = 10_000
  /// For the peer to take what is sent to it; more by what it has taken at `slowest`.
  package var write = 10_000
  /// For the peer to close once we have.
  package var linger = 5_000
  /// The slowest transfer that is put up with, in bytes a second.
  package var slowest = 8 * 1024

  package init() {}
}
