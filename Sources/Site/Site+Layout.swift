// The site: every address, what answers it, and what may ask.
//
//   Routes, Route, Operation   every address on one screen, each with what the OpenAPI document says of it
//   CourseSite                 the application: who may ask, which route, what is counted and logged
//   SiteContext, SiteSettings  what the handlers share, and how the site was started
//   PageHandlers               the pages' addresses; Pages/ makes the HTML from values
//   API/                       the interface for programs
//   Experiments/               runs: shared, cached, cancelled
//   People/                    who asks: tokens, sessions, joining; `Gate` makes routes that hand over a `Caller`
//   Grading/                   submissions and the durable queue that grades them, each person in turn
//   Lessons/                   what is read from the disk, what lessons may refer to, and their check
//   Assets/                    static files: joined, fingerprinted and compressed
//   Protection/                names, origins, limits, idempotency keys, response fields for browsers
//   Problems/                  every refusal, as problem details or as a page
//   Operations/                health, metrics, log, and the routes for the conformance cases
