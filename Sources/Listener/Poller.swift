/// What a loop waits with. The token of a descriptor comes back with its events; since it holds a registration number,
/// events of a descriptor that was closed and whose number was given out again can be told apart.
protocol Poller: AnyObject, SendableMetatype {
  init() throws(ListenError)

  /// - Parameter shared: true for a descriptor that other loops wait for too, of whom one only need be woken.
  func add(_ descriptor: Int32, _ token: UInt64, _ interest: PollInterest, shared: Bool)
  func change(_ descriptor: Int32, _ token: UInt64, _ interest: PollInterest)
  func remove(_ descriptor: Int32)

  /// Waits until something happens, for so many milliseconds at most; for ever if negative.
  func wait(milliseconds: Int, into events: inout [PollEvent])
}

struct PollInterest: Equatable {
  var reads: Bool
  var writes: Bool

  static let reading = PollInterest(reads: true, writes: false)
}

struct PollEvent: Equatable {
  var token: UInt64
  var isReadable: Bool
  var isWritable: Bool
  /// Both directions are closed, or the connection was reset.
  var isGone: Bool
}
