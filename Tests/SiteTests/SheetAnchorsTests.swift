import Site
import Testing

/// On the one page of the whole course every lesson's anchors stay apart, and links lead to them.
struct SheetAnchorsTests {
  @Test(arguments: [
    ("<h2 id=\"in-short\">In short</h2>", "<h2 id=\"waits.in-short\">In short</h2>"),
    ("<a href=\"#in-short\">x</a>", "<a href=\"#waits.in-short\">x</a>"),
    ("<a class=\"a\" href=\"/lessons/herd#cap\">x</a>", "<a class=\"a\" href=\"#herd.cap\">x</a>"),
    ("<a href=\"/lessons/herd\">x</a>", "<a href=\"#herd\">x</a>"),
    ("<a href=\"/glossary#jitter\">x</a>", "<a href=\"#glossary.jitter\">x</a>"),
    ("<a href=\"/experiments/retry?a=1#b\">x</a>", "<a href=\"/experiments/retry?a=1#b\">x</a>"),
    ("<a href=\"https://example.org/#x\">x</a>", "<a href=\"https://example.org/#x\">x</a>"),
    ("<code>let id = 1 id=&quot;x&quot; é</code>", "<code>let id = 1 id=&quot;x&quot; é</code>"),
    ("<a href=\"unfinished", "<a href=\"unfinished"),
  ])
  func movesAnchors(markup: String, moved: String) {
    #expect(SheetAnchors(sheet: "waits").moved(markup) == moved)
  }
}
