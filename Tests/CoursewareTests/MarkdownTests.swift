import Courseware
import Testing

/// The HTML of one text, without empty lines and the last line end.
func html(_ markdown: String) -> String {
  Markdown.render(Array(markdown.utf8)).html.split(separator: "\n").joined(separator: "\n")
}

/// What an author is told about one text.
func messages(_ markdown: String) -> [String] {
  Markdown.render(Array(markdown.utf8)).findings.map { "\($0.line): \($0.message)" }
}

@Suite("Markdown renders") struct MarkdownRendering {
  @Test(arguments: [
    ("a *b* **c** `d` ~~e~~", "<p>a <em>b</em> <strong>c</strong> <code>d</code> <del>e</del></p>"),
    ("[a](b", "<p>[a](b</p>"),
    ("[a](*)*", "<p><a href=\"*\">a</a></p>"),
    ("a  \nb\nc", "<p>a<br>\nb\nc</p>"),
    ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
    ("3. a\n4. b", "<ol start=\"3\">\n<li>a</li>\n<li>b</li>\n</ol>"),
    ("---", "<hr>"),
    ("> a", "<blockquote>\n<p>a</p>\n</blockquote>"),
    ("> - a", "<blockquote>\n<ul>\n<li>a</li>\n</ul>\n</blockquote>"),
    ("> > a", "<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n</blockquote>"),
    (">", "<blockquote>\n</blockquote>"),
    ("&amp; &lt; &copy; &#8212; &ngE; &nope;", "<p>&amp; &lt; © — &ngE; &nope;</p>"),
    ("<b onclick=x>\n\n<!-- x -->", "<p>&lt;b onclick=x&gt;</p>\n<p>&lt;!-- x --&gt;</p>"),
    ("\u{1}a\u{0}b", "<p>\u{FFFD}a\u{FFFD}b</p>"),
    ("a\r\nb\rc", "<p>a\nb\nc</p>"),
    ("\u{FEFF}a", "<p>a</p>"),
    (
      "- [ ] a\n- [x] b",
      "<ul>\n<li class=\"task\"><input type=\"checkbox\" disabled aria-label=\"To do\"> a</li>\n<li class=\"task\"><input type=\"checkbox\" disabled checked aria-label=\"Done\"> b</li>\n</ul>"
    ),
  ])
  func `blocks and spans`(markdown: String, expected: String) {
    #expect(html(markdown) == expected)
  }

  @Test(arguments: [
    (
      "> [!NOTE]\n> a",
      "<aside class=\"alert alert-note\" role=\"note\">\n<p class=\"alert-title\">Note</p>\n<p>a</p>\n</aside>"
    ),
    (
      "> [!tip]\n>\n> a",
      "<aside class=\"alert alert-tip\" role=\"note\">\n<p class=\"alert-title\">Tip</p>\n<p>a</p>\n</aside>"
    ),
    (
      "> [!WARNING]",
      "<aside class=\"alert alert-warning\" role=\"note\">\n<p class=\"alert-title\">Warning</p>\n</aside>"
    ),
    (
      "> [!CAUTION] Mind *this*\n> a",
      "<aside class=\"alert alert-caution\" role=\"note\">\n<p class=\"alert-title\">Mind <em>this</em></p>\n<p>a</p>\n</aside>"
    ),
    (
      "> [!IMPORTANT] a **b\n> c** d",
      "<aside class=\"alert alert-important\" role=\"note\">\n<p class=\"alert-title\">a <strong>b\nc</strong> d</p>\n</aside>"
    ),
    ("> a [!NOTE]", "<blockquote>\n<p>a [!NOTE]</p>\n</blockquote>"),
    ("> [!FOO]", "<blockquote>\n<p>[!FOO]</p>\n</blockquote>"),
  ])
  func `alerts`(markdown: String, expected: String) {
    #expect(html(markdown) == expected)
  }

  @Test(arguments: [
    ("[a](https://b.c/?d=e&f)", "<a href=\"https://b.c/?d=e&amp;f\" rel=\"noopener noreferrer\">a</a>"),
    ("[a](//b.c)", "<a href=\"//b.c\" rel=\"noopener noreferrer\">a</a>"),
    ("[a](mailto:b@c.d)", "<a href=\"mailto:b@c.d\">a</a>"),
    ("see https://b.c.", "see <a href=\"https://b.c\" rel=\"noopener noreferrer\">https://b.c</a>."),
    ("b@c.de", "<a href=\"mailto:b@c.de\">b@c.de</a>"),
    ("www.b.de", "www.b.de"),
    ("[a](05-how-long.md#x)", "<a href=\"/lessons/how-long#x\">a</a>"),
    ("[a](./05-how-long.md?b)", "<a href=\"/lessons/how-long?b\">a</a>"),
    ("[a](glossary.md#x)", "<a href=\"/glossary#x\">a</a>"),
    ("[a](#größe)", "<a href=\"#gr%C3%B6%C3%9Fe\">a</a>"),
    ("[a](/b 'c \"d\"')", "<a href=\"/b\" title=\"c &quot;d&quot;\">a</a>"),
    ("[a](</b \\\"c>)", "<a href=\"/b%20%22c\">a</a>"),
    ("[a](javascript:b)", "a"),
    ("[*a*](java&#9;script&colon;b)", "<em>a</em>"),
    ("[a](\\javascript:b)", "a"),
    ("[a](ftp://b.c)", "a"),
    ("[a](b:c)", "a"),
    ("[a](./b:c)", "<a href=\"./b:c\">a</a>"),
    ("<javascript:b>", "javascript:b"),
    ("[https://a.b](https://c.d)", "<a href=\"https://c.d\" rel=\"noopener noreferrer\">https://a.b</a>"),
    ("![a *b* [c](d)](/e.svg)", "<img src=\"/e.svg\" alt=\"a b c\" loading=\"lazy\" decoding=\"async\">"),
    ("![a](javascript:b)", "a"),
    ("![a\"b](/c 'd')", "<img src=\"/c\" alt=\"a&quot;b\" title=\"d\" loading=\"lazy\" decoding=\"async\">"),
    ("![$a<b$](/c)", "<img src=\"/c\" alt=\"a &lt; b\" loading=\"lazy\" decoding=\"async\">"),
  ])
  func `links and images`(markdown: String, expected: String) {
    #expect(html(markdown) == "<p>\(expected)</p>")
  }

  @Test func `tables scroll, name themselves and align by class`() {
    let expected = """
      <div class="table-wrap" tabindex="0" role="region" aria-label="Table 1: a, b c, d&amp;e"><table>
      <thead>
      <tr><th scope="col">a</th><th scope="col" class="align-center">b <em>c</em></th><th scope="col" class="align-right">d&amp;e</th></tr>
      </thead>
      <tbody>
      <tr><td>1</td><td></td><td class="align-right">2</td></tr>
      <tr><td>3</td><td></td><td></td></tr>
      </tbody>
      </table></div>
      """
    #expect(html("| a | b *c* | d&e |\n| --- | :-: | --: |\n| 1 | | 2 |\n| 3 |") == expected)
  }

  @Test func `a short row of a wide table stays short`() {
    let width = 1500
    let table = String(repeating: "|a", count: width) + "\n" + String(repeating: "|---", count: width) + "\n|b\n"
    #expect(html(table).contains("<tr><td>b</td><td colspan=\"1000\"></td></tr>"))
  }

  @Test func `two tables have different names`() {
    let table = "| a |\n| --- |\n| b |\n\n"
    let page = html(table + table)
    #expect(page.contains("aria-label=\"Table 1: a\"") && page.contains("aria-label=\"Table 2: a\""))
  }

  @Test(arguments: [
    ("```swift\na\n```", "<pre><code class=\"language-swift\">a\n</code></pre>"),
    ("```Rust x=y\na\n```", "<pre><code class=\"language-rust\">a\n</code></pre>"),
    ("```\"><b>\na\n```", "<pre><code>a\n</code></pre>"),
    ("    a <b>", "<pre><code>a &lt;b&gt;\n</code></pre>"),
    (
      "```text\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n```",
      "<pre tabindex=\"0\" role=\"group\" aria-label=\"Code: text\"><code class=\"language-text\">aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n</code></pre>"
    ),
  ])
  func `code`(markdown: String, expected: String) {
    #expect(html(markdown) == expected)
  }
}

@Suite("Headings") struct Headings {
  @Test func `have anchors, each its own`() {
    let page = Markdown.render(Array("## Why `wait`?\n\n## Why wait\n\n### Why wait\n\n## why-wait-1\n\n## ???".utf8))
    #expect(page.headings.map(\.id) == ["why-wait", "why-wait-1", "why-wait-2", "why-wait-1-1", "section"])
    #expect(page.anchors == Set(page.headings.map(\.id)))
    #expect(
      page.html.hasPrefix(
        "<div class=\"heading\"><h2 id=\"why-wait\">Why <code>wait</code>?</h2><a class=\"anchor\" href=\"#why-wait\" aria-label=\"Link to this section: Why wait?\">#</a></div>"
      ))
  }

  @Test(arguments: [
    ("Größe & Maß", "größe--maß"), ("A_b-C", "a_b-c"), ("1.5 s", "15-s"), ("日本", "日本"), ("É", "é"),
  ])
  func `are slugs as GitHub makes them`(text: String, slug: String) {
    #expect(Markdown.render(Array("## \(text)".utf8)).headings.map(\.id) == [slug])
  }

  @Test func `stand in the contents without their links`() {
    let page = Markdown.render(Array("## A [*b*](/c) $x$\n\n### D\n\n#### E".utf8))
    #expect(page.headings.map(\.level) == [2, 3])
    #expect(page.headings.first?.text == "A b x")
    #expect(page.headings.first?.html.hasPrefix("A <em>b</em> <math>") == true)
  }

  @Test func `that skip a level are found`() {
    #expect(
      messages("## A\n\n#### B\n\n# C") == [
        "3: The heading “B” skips from level 2 to level 4. Write `### B`.",
        "5: The heading “C” has level 1, which is the title's in the front matter. Write `## C`.",
      ])
    #expect(messages("### A").count == 1)
    #expect(messages("## A\n\n### B\n\n## C\n\n### D") == [])
  }

  @Test func `divide the text into sections for search`() {
    let page = Markdown.render(
      Array(
        "a **b**\n\n## C\n\nd `e`\nf\n\n- g\n- h\n\n| i | j |\n| --- | --- |\n| k | l |\n\n```\ncode\n```\n\n### M\n\n#### N\n\no"
          .utf8))
    #expect(page.sections.map(\.heading?.text) == [nil, "C", "M"])
    #expect(page.sections.map(\.text) == ["a b", "d e f g h i j k l", "o"])
  }
}

@Suite("What an author is told of the text") struct TextFindings {
  @Test(arguments: [
    (
      "a\n\n![](/b.svg)",
      "3: The image `/b.svg` has no description. Write what it shows between the brackets: `![…](…)`."
    ),
    ("![ ](/b.svg)", "1: The image `/b.svg` has no description. Write what it shows between the brackets: `![…](…)`."),
    ("![a](https://b.c/d.png)", "1: The image `https://b.c/d.png` is on another server. Put it on this one."),
    ("![a](data:b)", "1: An image may not come from `data:`. Put it on this server."),
    (
      "a\n[b](javascript:c)",
      "2: A link may not lead to `javascript:`. Use https, http, mailto or an address on this server."
    ),
    (
      "| a | b |\n|---|-|\n| c | d |",
      "2: The line `|---|-|` makes no table. Write three dashes or more for each column of the line above it."
    ),
    (
      "> [!HINT]\n> a",
      "1: There is no alert `[!HINT]`. Use one of [!NOTE], [!TIP], [!IMPORTANT], [!WARNING], [!CAUTION]."
    ),
  ])
  func `with its line`(markdown: String, expected: String) {
    #expect(messages(markdown) == [expected])
  }

  @Test func `that it is no UTF-8`() {
    let page = Markdown.render(Array("a\nb".utf8) + [0xFF])
    #expect(page.findings.map(\.description) == ["text.md:2: The byte 0xFF is no UTF-8 text. Save the file as UTF-8."])
    #expect(page.html == "<p>a\nb\u{FFFD}</p>\n")
  }

  @Test func `that it is too large`() {
    let page = Markdown.render(Array(repeating: UInt8(ascii: "a"), count: (16 << 20) + 1))
    #expect(page.findings.map(\.line) == [1])
  }
}
