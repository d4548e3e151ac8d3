package import JSON

// Seeded experiments in virtual time: pure functions from parameters to a result. No sockets, clocks or files.
//
//   Parameter, Schema   what an experiment takes, from which validation, forms, catalogue and documentation are made
//   Arguments           values that a schema has accepted (SchemaValidation, ParameterReading)
//   Experiment          one experiment behind a uniform face; its own file holds the typed model
//   Report              what a run answers with
//   RunMonitor          progress, cancellation, threads
//   Catalogue           all of them
//   Draws               random numbers as a pure function of (seed, client, attempt)
//   Strategy, WaitTable backoff strategies, and their waits prepared for a hot loop

/// An experiment that a reader can run: its description, its parameters, and the run itself.
package protocol Experiment: Sendable {
  /// The name in addresses, such as `jitter-histogram`.
  var id: String { get }
  var title: String { get }
  /// The question that it answers, in one sentence.
  var question: String { get }
  var schema: Schema { get }
  /// True if the run uses real sockets and a clock: asked for by POST, and never cached.
  var isLive: Bool { get }

  /// Faults that concern more than one parameter, such as a cap below the base, or more work than is allowed.
  func faults(in arguments: Arguments) -> [Fault]

  /// How long a run is expected to take in seconds: of one processor, or, if it is live, of the clock. A pure function.
  func expectedSeconds(_ arguments: Arguments) -> Double

  /// Runs to the end on the calling thread, which may block. For a pure experiment the same arguments give the same
  /// report on any machine and any number of threads.
  /// - Throws: `RunStopped` when the monitor says that nobody waits any more, or when a stated bound is passed.
  func run(_ arguments: Arguments, _ monitor: RunMonitor) throws -> Report
}

extension Experiment {
  package var isLive: Bool { false }
  package func faults(in arguments: Arguments) -> [Fault] { [] }
}

/// What a run answers with, apart from the envelope (experiment, engine, seed, effective parameters).
package struct Report: Sendable {
  /// The experiment's result, columnar wherever there is a series.
  package var result: JSONValue
  /// One or two sentences that say in words what came out.
  package var reading: String
  /// The result as tables, for readers without charts and for CSV.
  package var tables: [Table]

  package init(result: JSONValue, reading: String, tables: [Table]) {
    self.result = result
    self.reading = reading
    self.tables = tables
  }
}

/// A table of a result. The first column names the row.
package struct Table: Sendable, Equatable {
  package var caption: String
  /// Headings, each with its unit in brackets where it has one.
  package var columns: [String]
  package var rows: [[Cell]]

  package init(caption: String, columns: [String], rows: [[Cell]]) {
    self.caption = caption
    self.columns = columns
    self.rows = rows
  }

  package enum Cell: Sendable, Equatable {
    case text(String)
    case integer(Int)
    /// A number, shown with so many digits behind the point.
    case number(Double, digits: Int)
    case none
  }
}
