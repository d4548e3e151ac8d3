package import Simulation

// Experiments on real sockets. Only 127.0.0.1 is ever bound or connected to, and every wait ends.
//
//   Socket, WakePipe, Patience                 the system's calls, with owners that close and waits that end
//   ScriptedServer, ScriptedService            a server that does exactly what a pure value tells it
//   ExactClient, ResponseReader                a client whose every attempt is one request on the wire, read strictly
//   PaymentLedger, PaymentService              the payment server's rules, pure
//   IdempotencyExperiment                      one payment or two
//   FlakyExperiment, FlakyService              the retry loop against real faults, counted at the server
//   OverloadExperiment, OverloadRun            this server's own admission control under too much load
//   LabCatalogue                               all of them

/// Every live experiment, in the order in which a reader meets them.
package enum LabCatalogue {
  package static let experiments: [any Experiment] = [
    IdempotencyExperiment(), FlakyExperiment(), OverloadExperiment(),
  ]
}
