/// An `exercise` cell: the place where an exercise's form stands.
package struct ExerciseCell: Sendable, Equatable {
  /// The exercise's own id, and the anchor of the cell.
  package var id: String
  /// The line of the fence, from 1.
  package var line: Int

  package init(id: String, line: Int) {
    self.id = id
    self.line = line
  }
}
