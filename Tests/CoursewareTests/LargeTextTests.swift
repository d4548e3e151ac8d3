import Courseware
import Glibc
import Testing

/// What this thread has had of a processor, in seconds: other work on the machine does not count.
func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Whatever is long: it renders, or says what is wrong, and twice as much takes about twice as long.
@Suite("Large texts", .serialized) struct LargeTextTests {
  private static let frontMatter = "---\ntitle: A\nsummary: B\norder: 1\nminutes: 2\n---\n"

  /// The processor time of this thread that a lesson with this text takes to be read, the best of some, in seconds.
  private func seconds(_ text: String, runs: Int = 3) -> Double {
    let bytes = Array((LargeTextTests.frontMatter + text).utf8)
    var best = Double.infinity
    for _ in 0..<runs {
      let start = threadTime()
      let reading = LessonReader(rules: NoCellRules()).read(bytes, file: "01-a.md")
      best = min(best, threadTime() - start)
      #expect(reading.lesson != nil)
      #expect(reading.findings.allSatisfy { $0.line > 0 })
      if best > 0.1 { break }
    }
    return best
  }

  @Test(arguments: LargeText.shapes.indices)
  func `take time as they grow`(index: Int) {
    let shape = LargeText.shapes[index]
    guard shape.isLinear else {
      #expect(seconds(shape.text(200_000)) < 10, "\(shape.name)")
      return
    }
    // On a busy machine a measurement may be off: what is quadratic stays so, four times for twice as much.
    var ratio = Double.infinity
    for _ in 0..<4 where ratio > 3 {
      let single = seconds(shape.text(50_000))
      // Of less than some milliseconds a ratio says nothing.
      ratio = min(ratio, seconds(shape.text(100_000)) / max(single, 0.005))
    }
    #expect(ratio <= 3, "\(shape.name)")
  }

  @Test func `of megabytes are read as well`() {
    for shape in LargeText.shapes where shape.isLinear {
      #expect(seconds(shape.text(1 << 20), runs: 1) < 20, "\(shape.name)")
    }
  }

  @Test(arguments: [
    ("a long definition, used often", "long definitions too often"),
    ("columns and short rows", "too many cells"),
  ])
  func `that ask for far more than they hold are cut, and say where`(name: String, words: String) throws {
    let shape = try #require(LargeText.shapes.first { $0.name == name })
    let text = shape.text(1 << 20)
    let rendered = Markdown.render(Array(text.utf8))
    #expect(rendered.findings.contains { $0.message.contains(words) && $0.line > 1 })
    #expect(rendered.html.utf8.count < 8 * text.utf8.count)
  }
}
