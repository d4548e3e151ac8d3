internal import Exercises
internal import HTTP

extension Errand {
  /// Of a link to a page that asks who somebody is.
  init(query: Query) { self.init(next: query["next"].flatMap(Errand.local)) }

  /// Of such a page's form.
  init(_ form: Query) {
    self.init(next: form["next"].flatMap(Errand.local))
    if let exercise = form["exercise"], let fields = form[ExerciseForm.fieldsField], ExerciseCatalogue[exercise] != nil
    {
      answer = (exercise, fields)
    }
  }

  /// The path, if it leads to this site and nowhere else.
  private static func local(_ path: String) -> String? {
    let bytes = Array(path.utf8)
    guard bytes.count <= 2000, bytes.first == UInt8(ascii: "/"), bytes.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      return nil
    }
    // Browsers read // and /\ as the start of another host.
    let second = bytes.dropFirst().first
    return second == UInt8(ascii: "/") || second == UInt8(ascii: "\\") ? nil : path
  }
}
