// Retries as a library: which failures are worth another attempt, how long to wait, and when to stop.
// No Foundation, no other module, and clean under Embedded Swift, so that a program without an operating system takes it too.
//
//   RetryPolicy, RetryLoop       a policy as a value, and the loop that applies it: outcome and time in, next step out
//   RetryPolicy+Send             the loop around an async attempt; the only part with a clock
//   RetryRequest, RequestMethod  what the loop needs to know of a request
//   Failure, Classification      what went wrong, whether it is worth another attempt, and what to tell the user
//   RetryAfter                   when the server says how long
//   HTTPDate, CivilTime          instants as HTTP writes them
//   Backoff                      how long to wait otherwise: strategies, ceilings, jitter
//   RetryBudget                  how many retries all requests together may send
//   IdempotencyKey               one operation, however often it is sent
//   IdempotencyLedger            the server's side of it
//   SplitMix64                   seeded random numbers
//
// Times are `Duration` at the surface and whole microseconds (`Int64`) inside: `Int` has 32 bits on some targets.
