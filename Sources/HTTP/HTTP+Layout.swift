// HTTP/1.1 as values: requests, responses, the parser between bytes and requests, and routing. No sockets, no clock.
//
//   Method, Status, HeaderFields, PeerAddress   the words of a message
//   Target, Authority, Query                    what a request line and a Host field name
//   Request, Response                           messages, whole
//   RequestParser, ParserLimits   from bytes to requests
//   Reply, WorkClass, Cancellation, StreamWriter   how an application answers: at once, by work, or by a stream
//   StandingAnswer                              an answer that may be given again without asking
//   Router, PathPattern                         from method and path to a handler
//   Application, Refusal                        what a server asks of what it serves
//   ReadyResponse, ResponseSerialiser, OutputQueue   from a response to bytes; with Outcome, Preconditions, ByteRange, ContentCoding
//   ConnectionState, Deadlines   what happens on a connection, without a socket
//   ServerSentEvent                             one event of an event stream
