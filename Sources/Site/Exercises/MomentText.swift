internal import Store
internal import Teaching

/// A moment in words.
enum MomentText {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// Such as `1 December 2036, 23:59 (Europe/Berlin, UTC+01:00)`.
  /// - Parameter name: An IANA name; a zone that the system does not know any more is shown as UTC.
  static func whole(_ moment: Timestamp, zone name: String) -> String {
    let zone = ZoneCatalogue.system[name] ?? .utc
    let seconds = moment / 1000
    let local = zone.local(at: seconds)
    let place = zone.name == "UTC" ? "UTC" : "\(zone.name), \(ZoneRules.text(offset: zone.offset(at: seconds)))"
    return "\(local.day) \(months[local.month - 1]) \(local.year), \(local.clock) (\(place))"
  }

  /// Such as `2036-12-01 22:59 UTC`.
  static func brief(_ moment: Timestamp) -> String {
    let time = LocalTime(secondsSince1970: moment / 1000)
    return "\(time.date) \(time.time) UTC"
  }
}
