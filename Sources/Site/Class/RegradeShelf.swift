internal import Store
internal import Synchronization
internal import Teaching

/// Plans of regrading that were shown and may be carried out: the last few, until the server ends. Whoever comes later
/// lists the changes again, which shows them as they are then.
final class RegradeShelf: Sendable {
  struct Entry: Sendable {
    let plan: RegradePlan
    var isApplied: Bool
  }

  static let most = 8

  private let entries = Mutex<[(tag: String, entry: Entry)]>([])

  /// Keeps a plan that was made just now.
  func keep(_ plan: RegradePlan) {
    let tag = plan.tag
    entries.withLock { entries in
      entries.removeAll { $0.tag == tag }
      entries.append((tag, Entry(plan: plan, isApplied: false)))
      if entries.count > RegradeShelf.most { entries.removeFirst() }
    }
  }

  /// The plan of that tag for an exercise; nil if it was not shown, or long ago.
  subscript(tag: String, exercise: String) -> Entry? {
    entries.withLock { entries in entries.first { $0.tag == tag && $0.entry.plan.exercise == exercise }?.entry }
  }

  func markApplied(_ tag: String) {
    entries.withLock { entries in
      for index in entries.indices where entries[index].tag == tag { entries[index].entry.isApplied = true }
    }
  }
}
