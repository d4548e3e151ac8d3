/// Why the store could not do what was asked. Nothing was changed.
package enum StoreError: Error, Equatable, CustomStringConvertible {
  /// The file is damaged, or no database.
  case corrupt(path: String, detail: String)
  /// The file can be read, and is none of the course's.
  case foreign(path: String, detail: String)
  /// What was to be restored is damaged, or no course database.
  case unsoundBackup(path: String, detail: String)
  /// Another program holds the file.
  case locked(path: String)
  /// The file or its folder cannot be written.
  case readOnly(path: String)
  /// The file was written by a newer version of this program, whose last migration is named.
  case newer(path: String, migration: String)
  /// No space is left.
  case full(path: String)
  case cannotOpen(path: String, detail: String)
  /// There is a file where a new one was to be made.
  case exists(path: String)
  /// The value belongs to somebody else.
  case conflict(field: String)
  case unknownPerson
  case revokedPerson
  /// The access of somebody who is to be let in again has not ended.
  case personHasAccess
  case unknownSubmission
  case unknownJoinCode
  /// The submission has another grade than the one that was to be replaced, or is gone.
  case changedMeanwhile(SubmissionID)
  /// What was to be changed is not as whoever wanted that supposed.
  case notAsSupposed
  case closed
  /// Anything else that the engine reports.
  case failed(code: Int, detail: String)

  package var description: String {
    switch self {
    case .corrupt(let path, let detail):
      "\(path) is damaged or no database (\(detail)). If it is the course's, keep it and restore a backup: course restore FILE. If not, give another --database."
    case .foreign(let path, let detail):
      "\(path) is no course database (\(detail)). Give another --database, or move it away."
    case .unsoundBackup(let path, let detail):
      "\(path) is damaged or no backup of a course (\(detail)). The database is unchanged; restore another backup."
    case .locked(let path):
      "\(path) is in use by another program. Try again later, stop that program, or name another file."
    case .readOnly(let path): "\(path) cannot be written. Check the permissions of the file and of its folder."
    case .newer(let path, let migration):
      "\(path) was written by a newer version of course (it has '\(migration)'). Update course; the file is unchanged."
    case .full(let path): "No space is left for \(path). Nothing that was acknowledged is lost; free some space."
    case .cannotOpen(let path, let detail): "\(path) cannot be opened: \(detail)."
    case .exists(let path): "\(path) exists already. Name another file, or move that one away."
    case .conflict(let field): "that \(field) belongs to somebody else"
    case .unknownPerson: "there is no such person"
    case .revokedPerson: "this person's access was ended"
    case .personHasAccess: "this person has access"
    case .unknownSubmission: "there is no such submission"
    case .unknownJoinCode: "this join code is not open"
    case .changedMeanwhile(let id): "the grade of submission \(id.rawValue) changed meanwhile"
    case .notAsSupposed: "what was to be changed is not as was supposed"
    case .closed: "the store is closed"
    case .failed(let code, let detail): "the store failed: \(detail) (code \(code))"
    }
  }
}
