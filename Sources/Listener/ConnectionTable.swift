/// The connections of a loop by token. A token is a place in the table and a number that grows each time the place is
/// given out, so that what was meant for a connection that is gone finds nothing.
struct ConnectionTable {
  private var places: [Connection?] = []
  private var registrations: [UInt32] = []
  private var free: [Int] = []

  private(set) var count = 0

  /// Adds the connection that `make` makes of its token.
  mutating func add(_ make: (UInt64) -> Connection) -> Connection {
    let place: Int
    if let last = free.popLast() {
      place = last
    } else {
      place = places.count
      places.append(nil)
      registrations.append(0)
    }
    let connection = make(UInt64(registrations[place]) << 32 | UInt64(place))
    places[place] = connection
    count += 1
    return connection
  }

  subscript(token: UInt64) -> Connection? {
    let place = Int(token & 0xFFFF_FFFF)
    guard place < places.count, registrations[place] == UInt32(token >> 32) else { return nil }
    return places[place]
  }

  mutating func remove(_ token: UInt64) {
    guard self[token] != nil else { return }
    let place = Int(token & 0xFFFF_FFFF)
    places[place] = nil
    // The highest numbers mark descriptors that are no connections.
    registrations[place] = (registrations[place] &+ 1) & 0x7FFF_FFFF
    free.append(place)
    count -= 1
  }

  /// All connections, as they are now.
  var all: [Connection] { places.compactMap { $0 } }
}
