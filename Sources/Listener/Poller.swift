/// What a loop waits with. The token of a descriptor comes back with its events; since it holds a registration number,
/// events of a descriptor that was closed and whose number was given out again can be told apart.
package protocol Poller: AnyObject, SendableMetatype {
  init() throws(ListenError)

  /// - Parameter shared: true for a descriptor that other loops wait for too, of whom one only need be woken.
  func add(_ descriptor: Int32, _ token: UInt64, _ interest: PollInterest, shared: Bool)
  func change(_ descriptor: Int32, _ token: UInt64, _ interest: PollInterest)
  func remove(_ descriptor: Int32)

  /// Waits until something happens, for so many milliseconds at most; for ever if negative.
  func wait(milliseconds: Int, into events: inout [PollEvent])
}

package struct PollInterest: Equatable {
  package var reads: Bool
  package var writes: Bool

  package init(reads: Bool, writes: Bool) {
    self.reads = reads
    self.writes = writes
  }

  package static let reading = PollInterest(reads: true, writes: false)
}

package struct PollEvent: Equatable {
  package var token: UInt64
  package var isReadable: Bool
  package var isWritable: Bool
  /// Both directions are closed, or the connection was reset.
  package var isGone: Bool
}
