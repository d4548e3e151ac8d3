// Retries as a library: which failures are worth another attempt, how long to wait, and when to stop.
// No Foundation, no other module, and clean under Embedded Swift, so that a program without an operating system takes it too.
//
//   HTTPDate, CivilTime     instants as HTTP writes them
//   Backoff                 how long to wait: strategies, ceilings, jitter
//   RetryBudget             how many retries all requests together may send
//   SplitMix64              seeded random numbers
//
// Times are `Duration` at the surface and whole microseconds (`Int64`) inside: `Int` has 32 bits on some targets.
