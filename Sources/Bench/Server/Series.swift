/// Figures of the same thing, one for each round.
package enum Series {
  /// The middle one; of an even number, the mean of the two in the middle. NaN if there is none.
  package static func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  /// The median of the quotients of each round, which what disturbed one round alone does not move.
  package static func ratio(_ above: [Double], _ below: [Double]) -> Double {
    median(zip(above, below).map { $0 / $1 })
  }
}
