import Courseware
import Testing

/// The MathML of one formula without its wrapping and annotation.
private func maths(_ tex: String, display: Bool = false) -> String {
  let rendered = Markdown.render(Array((display ? "$$\(tex)$$" : "$\(tex)$").utf8))
  let html = rendered.html
  guard rendered.findings.isEmpty, let start = html.range(of: "<semantics><mrow>"),
    let end = html.range(of: "</mrow><annotation")
  else { return rendered.findings.map(\.message).joined() + html }
  return String(html[start.upperBound..<end.lowerBound])
}

extension String {
  /// The first place of a text in this one, without Foundation.
  fileprivate func range(of text: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}

@Suite("TeX becomes MathML") struct Maths {
  static let open = "<mo form=\"prefix\" stretchy=\"false\">(</mo>"
  static let close = "<mo form=\"postfix\" stretchy=\"false\">)</mo>"

  @Test(arguments: [
    ("x", "<mi>x</mi>"),
    ("10{,}000.5", "<mn>10,000.5</mn>"),
    ("\\alpha + \\Omega", "<mi>α</mi><mo>+</mo><mi mathvariant=\"normal\">Ω</mi>"),
    ("a \\le b \\ge c \\ne d", "<mi>a</mi><mo>≤</mo><mi>b</mi><mo>≥</mo><mi>c</mi><mo>≠</mo><mi>d</mi>"),
    ("2 \\cdot 3 \\times 4", "<mn>2</mn><mo>⋅</mo><mn>3</mn><mo>×</mo><mn>4</mn>"),
    ("x_i^2", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>"),
    ("2^{n+1}", "<msup><mn>2</mn><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msup>"),
    ("x^10", "<msup><mi>x</mi><mn>1</mn></msup><mn>0</mn>"),
    ("f'", "<msup><mi>f</mi><mo>′</mo></msup>"),
    ("f''_n", "<msubsup><mi>f</mi><mi>n</mi><mo>′′</mo></msubsup>"),
    ("-1", "<mo form=\"prefix\">−</mo><mn>1</mn>"),
    ("(-1)", "\(open)<mo form=\"prefix\">−</mo><mn>1</mn>\(close)"),
    ("a = -b", "<mi>a</mi><mo>=</mo><mo form=\"prefix\">−</mo><mi>b</mi>"),
    ("\\frac{a}{b+1}", "<mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac>"),
    ("\\frac12", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"),
    ("\\sqrt{2}", "<msqrt><mn>2</mn></msqrt>"),
    ("\\sqrt[3]{x}", "<mroot><mi>x</mi><mn>3</mn></mroot>"),
    ("\\text{cap of } n", "<mtext>cap of\u{A0}</mtext><mi>n</mi>"),
    ("\\mathrm{cap}", "<mi>cap</mi>"),
    ("\\mathrm{d}x", "<mi mathvariant=\"normal\">d</mi><mi>x</mi>"),
    ("\\mathbb{R}\\mathbf{v}", "<mi mathvariant=\"normal\">ℝ</mi><mi mathvariant=\"normal\">𝐯</mi>"),
    ("\\min(a,b)", "<mi>min</mi><mo>&#8289;</mo>\(open)<mi>a</mi><mo>,</mo><mi>b</mi>\(close)"),
    (
      "2\\log n",
      "<mn>2</mn><mspace width=\"0.1667em\"></mspace><mi>log</mi><mo>&#8289;</mo><mspace width=\"0.1667em\"></mspace><mi>n</mi>"
    ),
    (
      "\\lfloor x \\rceil",
      "<mo form=\"prefix\" stretchy=\"false\">⌊</mo><mi>x</mi><mo form=\"postfix\" stretchy=\"false\">⌉</mo>"
    ),
    (
      "\\left(\\frac{1}{2}\\right]",
      "<mrow><mo form=\"prefix\" stretchy=\"true\">(</mo><mfrac><mn>1</mn><mn>2</mn></mfrac><mo form=\"postfix\" stretchy=\"true\">]</mo></mrow>"
    ),
    (
      "\\left. x \\right|_0",
      "<msub><mrow><mi>x</mi><mo form=\"postfix\" stretchy=\"true\">|</mo></mrow><mn>0</mn></msub>"
    ),
    ("\\hat{p}", "<mover accent=\"true\"><mi>p</mi><mo stretchy=\"false\">^</mo></mover>"),
    (
      "a \\quad b\\,c",
      "<mi>a</mi><mspace width=\"1em\"></mspace><mi>b</mi><mspace width=\"0.1667em\"></mspace><mi>c</mi>"
    ),
    (
      "1, \\ldots, n", "<mn>1</mn><mo>,</mo><mo lspace=\"0\" rspace=\"0\" stretchy=\"false\">…</mo><mo>,</mo><mi>n</mi>"
    ),
    ("a \\not= b", "<mi>a</mi><mo>≠</mo><mi>b</mi>"),
    ("5\\%", "<mn>5</mn><mi mathvariant=\"normal\">%</mi>"),
    ("a < b", "<mi>a</mi><mo>&lt;</mo><mi>b</mi>"),
    (
      "\\sum_{i=1}^n i",
      "<msubsup><mo movablelimits=\"false\">∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></msubsup><mi>i</mi>"
    ),
    ("é \\in M", "<mi>é</mi><mo>∈</mo><mi>M</mi>"),
  ])
  func `in a line`(tex: String, expected: String) {
    #expect(maths(tex) == expected)
  }

  @Test(arguments: [
    (
      "\\prod_i (r_i + 1)",
      "<munder><mo movablelimits=\"false\">∏</mo><mi>i</mi></munder>\(open)<msub><mi>r</mi><mi>i</mi></msub><mo>+</mo><mn>1</mn>\(close)"
    ),
    (
      "\\max_{x} f",
      "<munder><mi>max</mi><mi>x</mi></munder><mo>&#8289;</mo><mspace width=\"0.1667em\"></mspace><mi>f</mi>"
    ),
    // In a fraction there is no room above and below.
    (
      "\\frac{\\sum_i x}{n}",
      "<mfrac><mrow><msub><mo movablelimits=\"false\">∑</mo><mi>i</mi></msub><mi>x</mi></mrow><mi>n</mi></mfrac>"
    ),
    (
      "\\underbrace{a+b}_{n}",
      "<munder><munder accentunder=\"true\"><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mo stretchy=\"true\">⏟</mo></munder><mi>n</mi></munder>"
    ),
    (
      "\\begin{cases} 0 & n < 1 \\\\ 1 & \\text{else} \\end{cases}",
      "<mrow><mo form=\"prefix\" stretchy=\"true\">{</mo><mtable><mtr><mtd class=\"align-left\"><mn>0</mn></mtd><mtd class=\"align-left\"><mi>n</mi><mo>&lt;</mo><mn>1</mn></mtd></mtr><mtr><mtd class=\"align-left\"><mn>1</mn></mtd><mtd class=\"align-left\"><mtext>else</mtext></mtd></mtr></mtable></mrow>"
    ),
    (
      "\\begin{aligned} x &= 1 \\\\[2pt] &= y \\\\ \\end{aligned}",
      "<mtable displaystyle=\"true\" class=\"aligned\"><mtr><mtd class=\"align-right\"><mi>x</mi></mtd><mtd class=\"align-left\"><mo>=</mo><mn>1</mn></mtd></mtr><mtr><mtd class=\"align-right\"></mtd><mtd class=\"align-left\"><mo>=</mo><mi>y</mi></mtd></mtr></mtable>"
    ),
    (
      "\\begin{pmatrix} 1 & 0 \\end{pmatrix}",
      "<mrow><mo form=\"prefix\" stretchy=\"true\">(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr></mtable><mo form=\"postfix\" stretchy=\"true\">)</mo></mrow>"
    ),
    ("a \\\\ b", "<mtable><mtr><mtd><mi>a</mi></mtd></mtr><mtr><mtd><mi>b</mi></mtd></mtr></mtable>"),
  ])
  func `on lines of its own`(tex: String, expected: String) {
    #expect(maths(tex, display: true) == expected)
  }

  @Test(arguments: [
    "\\frac{1 - p^n}{1 - p}", "\\dfrac12 + \\tfrac12", "\\sqrt{x} \\sqrt[3]{y}", "\\sum_{i=1}^{n} r_i",
    "\\prod_{i}^{k} (r_i + 1)",
    "\\text{cap} \\cdot \\mathrm{base}", "\\left( \\frac{a}{b} \\right)", "\\left\\lfloor x \\right\\rfloor",
    "\\lceil x \\rceil",
    "a \\le b \\leq c \\ge d \\ne e \\approx f \\ll g", "\\min(a, b) + \\max_{i} c",
    "\\alpha \\beta \\lambda \\mu \\rho \\sigma \\Delta \\Omega",
    "\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}", "\\begin{cases} 0 & n = 0 \\\\ 1 & n > 0 \\end{cases}",
    "\\begin{aligned} a &= b \\\\ &= c \\end{aligned}", "\\bar{x} \\hat{p} \\overline{ab}",
    "\\log_2 n + \\ln x + \\exp(y)",
    "\\binom{n}{k}", "n! \\ldots \\cdots \\infty", "x \\in \\mathbb{R}, \\forall n",
    "10{,}000 \\times 2^{10} \\pm 1\\%", "P(X \\mid Y)",
    "\\operatorname{load}(t)", "\\lim_{n \\to \\infty} a_n", "\\int_0^1 f(x)\\,dx", "a \\Rightarrow b",
    "|x| \\lvert y \\rvert", "x_{i,j}^{(n)} + f'(t)",
  ])
  func `what a lesson is likely to use is known`(tex: String) {
    for text in ["$\(tex)$", "$$\(tex)$$"] {
      let rendered = Markdown.render(Array(text.utf8))
      #expect(rendered.findings.map(\.message) == [])
      #expect(rendered.html.contains("</math>"))
    }
  }

  @Test(arguments: [
    ("\\foo", "The TeX command `\\foo` is not known"),
    ("{a", "A `{` is never closed"),
    ("a}", "A `}` closes nothing"),
    ("\\left( a", "A `\\left` has no `\\right`"),
    ("a \\right)", "A `\\right` has no `\\left`"),
    ("\\left a", "`\\left` needs a delimiter"),
    ("\\frac{a}", "`\\frac` lacks its argument"),
    ("\\sqrt[3", "A `[` is never closed"),
    ("a^b^c", "There are two superscripts"),
    ("a_b_c", "There are two subscripts"),
    ("x^", "`^` lacks its argument"),
    ("a & b", "A `&` stands outside an environment"),
    ("\\begin{cases} a", "`\\begin{cases}` has no `\\end{cases}`"),
    ("\\begin{cases} a \\end{matrix}", "`\\begin{cases}` is closed by `\\end{matrix}`"),
    ("\\begin{tikz} a \\end{tikz}", "The TeX environment `tikz` is not known"),
    ("\\end{cases}", "An `\\end` has no `\\begin`"),
    ("\\text{a", "A `{` is never closed"),
    ("\\text{\\frac}", "Within `\\text` only words can stand"),
    ("5%", "Write `\\%` for the sign"),
    ("\\not a", "`\\not` has no relation"),
    ("\\limits", "`\\limits` has nothing before it"),
    (String(repeating: "{", count: 100) + String(repeating: "}", count: 100), "more than 40 deep"),
    (String(repeating: "\\sqrt", count: 50), "more than 40 deep"),
  ])
  func `faults say what to mend`(tex: String, expected: String) throws {
    let rendered = Markdown.render(Array("one\n\n$$\(tex)$$".utf8))
    let finding = try #require(rendered.findings.first)
    #expect(finding.message.contains(expected))
    #expect(finding.line == 3)
    #expect(rendered.html.contains("<code>"))
  }

  @Test func `a formula is bounded`() {
    for tex in [String(repeating: "a", count: 30_000), String(repeating: "\\sqrt", count: 3000)] {
      let rendered = Markdown.render(Array("$\(tex)$".utf8))
      #expect(rendered.findings.count == 1)
      #expect(rendered.html.contains("<code>"))
    }
  }

  @Test func `a fault names its line, in quotations and lists too`() {
    let text = "> - $$\\frac{a}{b}\n>   c \\foo\n>   d$$"
    #expect(Markdown.render(Array(text.utf8)).findings.map(\.line) == [2])
    #expect(Markdown.render(Array("```math\na\n\\foo\n```".utf8)).findings.map(\.line) == [3])
  }

  @Test func `what may have to be scrolled takes the focus`() {
    let wide = String(repeating: "a + ", count: 10) + "b"
    #expect(html("$$\(wide)$$").hasPrefix("<p><math display=\"block\" tabindex=\"0\">"))
    #expect(html("$$a + b$$").hasPrefix("<p><math display=\"block\">"))
    #expect(html("$\(wide)$").hasPrefix("<p><math>"))
  }

  @Test func `the TeX is kept beside it, escaped`() {
    let html = Markdown.render(Array("$a<b$".utf8)).html
    #expect(html.contains("<annotation encoding=\"application/x-tex\">a&lt;b</annotation>"))
  }

  @Test(arguments: ["costs $5 and $6", "from $5-$6", "$ a$ and $b $", "a $ b"])
  func `dollars that are no maths stay`(text: String) {
    #expect(html(text) == "<p>\(text)</p>")
  }

  @Test func `dollars that look like maths are a finding`() {
    #expect(Markdown.render(Array("costs $5 and $6".utf8)).findings.map(\.message.first) == ["W"])
    #expect(Markdown.render(Array("costs \\$5 and \\$6".utf8)).findings.isEmpty)
  }
}

@Suite("TeX becomes words where markup cannot stand") struct MathWordsTests {
  @Test(arguments: [
    ("\\min(\\text{cap},\\ U(\\text{base},\\ 3 \\cdot \\text{previous}))", "min(cap, U(base, 3 ⋅ previous))"),
    ("e(n)/2 + U(0,\\ e(n)/2)", "e(n)/2 + U(0, e(n)/2)"),
    ("R = 10 + 0.1 \\cdot (10{,}000 + R)", "R = 10 + 0.1 ⋅ (10,000 + R)"),
    ("\\frac{1 - p^n}{1 - p}", "(1 − p^n)/(1 − p)"), ("\\frac12", "1/2"), ("p^{n-1}", "p^(n − 1)"),
    ("x = -1", "x = −1"),
    ("t_{50}", "t50"), ("r_i^2", "r_i^2"), ("t_{\\max}", "t_max"), ("\\prod_i (r_i + 1)", "∏_i(r_i + 1)"),
    ("f'(x)", "f′(x)"), ("\\sqrt{2}", "√2"), ("\\sqrt[3]{a+b}", "3√(a + b)"), ("\\bar{x} \\le \\alpha", "x ≤ α"),
    ("\\binom{n}{k}", "(n over k)"), ("a < b", "a < b"), ("\\left\\lceil \\log_2 n \\right\\rceil", "⌈log2 n⌉"),
    ("\\begin{cases} 0 & n = 0 \\\\ 1 & n > 0 \\end{cases}", "{0 n = 0; 1 n > 0"),
    ("\\text{a wait} \\quad b", "a wait b"),
  ])
  func `as a reader would type it`(tex: String, words: String) {
    #expect(Markdown.render(Array("$\(tex)$".utf8)).sections.map(\.text) == [words])
  }

  @Test func `and what is no formula stays as it was written`() {
    #expect(Markdown.render(Array("$\\nothing{a}$".utf8)).sections.map(\.text) == ["\\nothing{a}"])
  }

  @Test func `also in a heading and in what describes an image`() {
    let page = Markdown.render(Array("## The *cap* $\\le 2^{10}$\n\n![At $t_{99}$](/static/a.svg)".utf8))
    #expect(page.headings.map(\.text) == ["The cap ≤ 2^10"])
    #expect(page.html.contains("alt=\"At t99\""))
  }
}
