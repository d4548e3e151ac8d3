package import Store

/// A school's number that another student has as well: one person who is here twice, a slip, or two schools that share the
/// course, so that nothing is refused for it.
package struct SharedNumber: Sendable, Equatable, CustomStringConvertible {
  package let number: String
  package let holder: Person

  package var description: String { "the school's number \(number) is also that of \(holder.identity)" }
}

extension Storage {
  /// The first other student who has a student's number; nil if nobody has, or none is known.
  package func sharedNumber(of person: Person) throws(StoreError) -> SharedNumber? {
    let number = person.details.schoolID
    guard !number.isEmpty else { return nil }
    let holder = try everybody(.student).first {
      $0.id != person.id && $0.details.schoolID.utf8.elementsEqual(number.utf8)
    }
    return holder.map { SharedNumber(number: number, holder: $0) }
  }
}
