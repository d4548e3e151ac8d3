import Courseware
import Testing

/// The HTML of one text, without empty lines and the last line end.
func html(_ markdown: String) -> String {
  Markdown.render(Array(markdown.utf8)).html.split(separator: "\n").joined(separator: "\n")
}

@Suite("Markdown renders") struct MarkdownRendering {
  @Test(arguments: [
    ("a *b* **c** `d` ~~e~~", "<p>a <em>b</em> <strong>c</strong> <code>d</code> <del>e</del></p>"),
    ("a  \nb\nc", "<p>a<br>\nb\nc</p>"),
    ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
    ("3. a\n4. b", "<ol start=\"3\">\n<li>a</li>\n<li>b</li>\n</ol>"),
    ("---", "<hr>"),
    ("> a", "<blockquote>\n<p>a</p>\n</blockquote>"),
    ("> - a", "<blockquote>\n<ul>\n<li>a</li>\n</ul>\n</blockquote>"),
    (">", "<blockquote>\n</blockquote>"),
    ("&amp; &lt; &copy; &#8212; &ngE; &nope;", "<p>&amp; &lt; © — &ngE; &nope;</p>"),
    ("<b onclick=x>\n\n<!-- x -->", "<p>&lt;b onclick=x&gt;</p>\n<p>&lt;!-- x --&gt;</p>"),
    ("\u{1}a\u{0}b", "<p>\u{FFFD}a\u{FFFD}b</p>"),
  ])
  func `blocks and spans`(markdown: String, expected: String) {
    #expect(html(markdown) == expected)
  }
}
