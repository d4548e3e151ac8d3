import Site
import Testing

struct HTMLTests {
  @Test func escapesWhateverIsInterpolated() {
    let text = "<b a=\"1\" b='2'>&"
    let html: HTML = "<p title=\"\(text)\">\(text)</p>"
    let escaped = "&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;"
    #expect(html.markup == "<p title=\"\(escaped)\">\(escaped)</p>")
  }

  @Test func leavesMarkupAsItIs() {
    let inner: HTML = "<b>\("&")</b>"
    let missing: HTML? = nil
    let list: [HTML] = ["<i></i>", inner]
    let html: HTML = "\(inner)\(missing)\(list)\(12)"
    #expect(html.markup == "<b>&amp;</b><i></i><b>&amp;</b>12")
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567"), (-45_678, "−45,678"),
    (Int.min, "−9,223,372,036,854,775,808"),
  ])
  func groupsThousands(number: Int, text: String) {
    #expect(Figures.text(number) == text)
  }

  @Test(arguments: [
    (1551.04, 1, "1,551.0"), (0.05, 1, "0.1"), (0.04, 1, "0.0"), (-0.04, 1, "0.0"), (-2.5, 2, "−2.50"), (3, 0, "3"),
    (1e300, 2, "1e+300"), (.nan, 2, "—"), (.infinity, 2, "—"), (12.005, 0, "12"),
  ])
  func showsSoManyDigits(number: Double, digits: Int, text: String) {
    #expect(Figures.text(number, digits: digits) == text)
  }
}
