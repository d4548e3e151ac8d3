import HTTP

/// The standing answers that a loop has given lately. It gives them again without asking, and so without touching
/// anything that other loops touch too: on several processors, a reference count that all of them write costs more than
/// a request's way through the application.
struct StandingAnswers {
  private final class Place {
    private let path: String
    private let authority: Authority?
    private let answer: StandingAnswer
    // To reach these through `answer` would count a reference, at each request.
    private let ready: Unmanaged<ReadyResponse>
    private let term: Unmanaged<StandingAnswer.Term>
    /// How often it was given that nobody has been told of.
    private(set) var times = 0

    init(_ request: Request, _ answer: StandingAnswer) {
      path = request.path
      authority = request.authority
      self.answer = answer
      ready = .passUnretained(answer.ready)
      term = .passUnretained(answer.term)
    }

    var isOver: Bool { term._withUnsafeGuaranteedRef { $0.isOver } }

    func isMeant(by request: Request) -> Bool { path == request.path && authority == request.authority }

    func give(_ give: (ReadyResponse) -> Bool) -> Bool {
      guard ready._withUnsafeGuaranteedRef(give) else { return false }
      times += 1
      return true
    }

    func report(_ nanoseconds: UInt64) {
      answer.whenGiven(times, nanoseconds)
      times = 0
    }
  }

  /// Each answer has one place, by its path; a newer one there takes over. A power of two.
  private static let count = 256

  private var places = [Place?](repeating: nil, count: StandingAnswers.count)
  /// Places whose answers were given since the last report.
  private var given: [Int] = []

  /// Keeps an answer that a request was given.
  mutating func keep(_ answer: StandingAnswer, to request: Request) {
    guard StandingAnswer.mayStand(for: request), !answer.term.isOver else { return }
    let index = StandingAnswers.place(of: request.path)
    report(0)
    places[index] = Place(request, answer)
  }

  /// Calls `give` with the answer that stands for a request, if there is one.
  /// - Parameter give: Returns false if it could not give the answer.
  /// - Returns: True if it was given.
  mutating func give(to request: Request, _ give: (ReadyResponse) -> Bool) -> Bool {
    guard StandingAnswer.mayStand(for: request) else { return false }
    let index = StandingAnswers.place(of: request.path)
    guard let place = places[index], place.isMeant(by: request) else { return false }
    if place.isOver {
      // All that stood with it is over too, most likely, and would only take room.
      report(0)
      places = [Place?](repeating: nil, count: StandingAnswers.count)
      return false
    }
    guard place.give(give) else { return false }
    if place.times == 1 { given.append(index) }
    return true
  }

  /// Tells how often answers were given since the last report.
  /// - Parameter nanoseconds: What each took, about.
  mutating func report(_ nanoseconds: UInt64) {
    guard !given.isEmpty else { return }
    for index in given { places[index]?.report(nanoseconds) }
    given.removeAll(keepingCapacity: true)
  }

  private static func place(of path: String) -> Int {
    var path = path
    let hash = path.withUTF8 { bytes in
      var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
      let bytes = UnsafeRawBufferPointer(bytes)
      var offset = 0
      while offset &+ 8 <= bytes.count {
        hash = (hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x9FB2_1C65_1E98_DF25
        hash ^= hash &>> 32
        offset &+= 8
      }
      while offset < bytes.count {
        hash = (hash ^ UInt64(bytes[offset])) &* 0x9FB2_1C65_1E98_DF25
        offset &+= 1
      }
      return hash
    }
    return Int(truncatingIfNeeded: hash &>> 40) & (count - 1)
  }
}
