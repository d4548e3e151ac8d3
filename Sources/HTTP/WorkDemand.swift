/// What work asks of the server's threads: the queue that it waits in, and how long it is expected to take.
package struct WorkDemand: Sendable {
  package let kind: WorkClass
  /// How long it is expected to take once it has a thread; nil for as long as others of its class.
  package let seconds: Double?
  /// Called on the event loop if the work is not let in; must not block.
  package var whenRefused: (@Sendable () -> Void)?

  package init(_ kind: WorkClass, seconds: Double? = nil) {
    self.kind = kind
    self.seconds = seconds
  }

  package static let reading = WorkDemand(.reading)
  package static let interactive = WorkDemand(.interactive)
  package static let grading = WorkDemand(.grading)
  package static let batch = WorkDemand(.batch)

  /// - Parameter seconds: how long a processor is expected to be busy with it.
  package static func interactive(seconds: Double) -> WorkDemand { WorkDemand(.interactive, seconds: seconds) }

  /// - Parameter seconds: how long it is expected to take, most of which it waits.
  package static func live(seconds: Double) -> WorkDemand { WorkDemand(.live, seconds: seconds) }
}
