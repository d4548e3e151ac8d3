internal import Dispatch
internal import Glibc
internal import HTTP
internal import Synchronization

/// Reads lessons and static files again when they change, and tells the pages that are open.
package final class Watch: Sendable {
  private let context: SiteContext
  private let readers = Mutex<[any StreamWriter]>([])
  private let queue = DispatchQueue(label: "watch")

  /// How often the files are looked at, in microseconds.
  private static let pace: UInt32 = 250_000
  /// After how many looks without a change an open page is sent a sign of life.
  private static let quietLooks = 60

  package init(context: SiteContext) { self.context = context }

  /// A page that wants to be told: `reload` when it should load itself again.
  func subscribe(_ request: Request, _ parameters: PathParameters) -> Reply {
    let head = Response(
      type: "text/event-stream",
      headers: SecurityHeaders.data.with("Cache-Control", "no-store").with("X-Accel-Buffering", "no"), body: [])
    return .subscription(head: head) { writer in
      writer.write(ServerSentEvent("watching", data: "{}", retryMilliseconds: 500))
      self.readers.withLock { $0.append(writer) }
    }
  }

  /// Begins to look. Returns at once.
  package func begin() {
    queue.async { [self] in
      var seen = state
      var looks = 0
      while !context.isDraining {
        usleep(Watch.pace)
        looks += 1
        let now = state
        if now != seen {
          seen = now
          reload()
        } else if looks % Watch.quietLooks == 0 {
          tell(ServerSentEvent.ping)
        }
      }
    }
  }

  private var state: [Int] { [context.settings.lessons, context.settings.assets].map(FileTree.state(below:)) }

  private func reload() {
    do {
      context.shelf = try SiteFiles.shelf(context.settings)
      tell(ServerSentEvent("reload", data: "{}").bytes)
    } catch {
      // The pages stay as they were until the author has mended it.
      for line in error.lines { context.log.write("warning", "not-reloaded", [("finding", line)]) }
    }
  }

  private func tell(_ bytes: [UInt8]) { readers.withLock { readers in readers.removeAll { !$0.write(bytes) } } }
}
