/// How much of each part of a request is read before it is refused.
package struct ParserLimits: Sendable {
  /// Bytes of the request line without its line end; more is 414. RFC 9112 §3 asks for 8,000 at least.
  package var requestLine = 8192
  /// Bytes of the header section, line ends included; more is 431. Holds for trailers too.
  package var fields = 32 * 1024
  /// Field lines, in the header section and again in the trailers; more is 431.
  package var fieldCount = 100
  /// Bytes of the line that begins a chunk; more is 400.
  package var chunkLine = 256
  /// Bytes of chunk extensions in all; more is 413.
  package var chunkExtensions = 16 * 1024
  /// Empty lines before a request line (RFC 9112 §2.2 asks for one at least); more is 400.
  package var emptyLines = 8
  /// Bytes of a body; more is 413.
  package var body = 1 << 20

  package init() {}
}
