import Courseware
import Testing

/// A code block's inside, `[kind text]` for each coloured token.
private func tokens(_ code: String, _ language: String) -> String {
  let page = Markdown.render(Array("~~~~~~\(language)\n\(code)\n~~~~~~\n".utf8)).html
  var text = ""
  var rest = page[...]
  while let character = rest.first {
    if character == "<" {
      let tag = rest.prefix { $0 != ">" }
      rest = rest.dropFirst(tag.count + 1)
      if let kind = tag.split(separator: "code-").last, tag.hasPrefix("<span") {
        text += "[" + kind.prefix { $0 != "\"" }.prefix(1) + " "
      } else if tag == "</span" {
        text += "]"
      }
    } else {
      text.append(character)
      rest = rest.dropFirst()
    }
  }
  for (reference, plain) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")] {
    text = text.split(separator: reference, omittingEmptySubsequences: false).joined(separator: plain)
  }
  while text.last == "\n" { text.removeLast() }
  return text
}

/// The kinds are written by their first letter: keyword, type, string, number, comment, attribute.
@Suite("Code is coloured") struct Highlighting {
  @Test(arguments: [
    ("let a = 1", "[k let] a = [n 1]"),
    ("1...5", "[n 1]...[n 5]"),
    ("0x1F_FF 1.5e-3 0b1 0x1p-2 1_000", "[n 0x1F_FF] [n 1.5e-3] [n 0b1] [n 0x1p-2] [n 1_000]"),
    ("pair.0.1", "pair.0.1"),
    ("5.seconds", "[n 5].seconds"),
    ("// a \"b\"\nc", "[c // a \"b\"]\nc"),
    ("/* a /* b */ c */ d", "[c /* a /* b */ c */] d"),
    ("/* open", "[c /* open\n]"),
    (#"f("a\"b")"#, #"f([s "a\"b"])"#),
    (#""a \(b + 1) c""#, #"[s "a \(]b + [n 1][s ) c"]"#),
    (#""\(f(g("x \(y)")))""#, #"[s "\(]f(g([s "x \(]y[s )"]))[s )"]"#),
    (##"#"a \n \#(b) " c"# d"##, ##"[s #"a \n \#(]b[s ) " c"#] d"##),
    ("\"\"\"\n  a \"b\" \\(c)\n  \"\"\" d", "[s \"\"\"\n  a \"b\" \\(]c[s )\n  \"\"\"] d"),
    ("\"open\nlet", "[s \"open]\n[k let]"),
    ("#/a\"b/# c", "[s #/a\"b/#] c"),
    ("@MainActor final class A: B {}", "[a @MainActor] [k final] [k class] [t A]: [t B] {}"),
    ("@Test(.tags(.a)) func f()", "[a @Test](.tags(.a)) [k func] f()"),
    ("#if os(Linux)", "[k #if] os([t Linux])"),
    ("#expect(a)", "[k #expect](a)"),
    ("x.default.self.init(for: y)", "x.default.[k self].[k init](for: y)"),
    ("func wait(for time: Int, in x: inout Int)", "[k func] wait(for time: [t Int], in x: [k inout] [t Int])"),
    ("switch a { default: break }", "[k switch] a { [k default]: [k break] }"),
    ("case .a(let b)", "[k case] .a([k let] b)"),
    ("var a: any P { get async throws }", "[k var] a: [k any] [t P] { [k get] [k async] [k throws] }"),
    ("let any = set.insert(get)", "[k let] any = set.insert(get)"),
    ("nonisolated(unsafe) var a", "[k nonisolated](unsafe) [k var] a"),
    ("`class` $0 _ größe", "`class` $0 [k _] größe"),
    ("async let a = await b()", "[k async] [k let] a = [k await] b()"),
    ("a<b && c>d", "a<b && c>d"),
    ("struct _A<T>: ~Copyable", "[k struct] [t _A]<[t T]>: ~[t Copyable]"),
  ])
  func `Swift`(code: String, expected: String) {
    #expect(tokens(code, "swift") == expected)
  }

  @Test(arguments: [
    (
      "json", #"{"a": [1, -2.5e3, true, null, "x\"y"]}"#,
      #"{[t "a"]: [[n 1], [n -2.5e3], [k true], [k null], [s "x\"y"]]}"#
    ),
    ("http", "GET / HTTP/1.1\nHost: a\n\nb: c", "[k GET] / HTTP/1.1\n[t Host]: a\n\nb: c"),
    (
      "http", "HTTP/1.1 503 Busy\nRetry-After: 1\n\nHTTP/1.1 200 OK",
      "HTTP/1.1 [k 503] Busy\n[t Retry-After]: 1\n\nHTTP/1.1 [k 200] OK"
    ),
    (
      "sh", "curl -s \"$A\" 'b#c' ${D} # e\nfor x in a; do f; done",
      "curl -s [s \"$A\"] [s 'b#c'] [t ${D}] [c # e]\n[k for] x [k in] a; [k do] f; [k done]"
    ),
    ("text", "let a = <b>", "let a = <b>"),
    ("", "let a", "let a"),
  ])
  func `the others`(language: String, code: String, expected: String) {
    #expect(tokens(code, language) == expected)
  }

  /// Whatever the code, what is shown is the code.
  @Test(arguments: ["swift", "json", "http", "sh"])
  func `the text stays the same`(language: String) {
    let alphabet = Array("a0\"\\()#/*\n'$@{}: .;<&>é`-GET HTTP/1.1 200\"\"\"".unicodeScalars)
    var random = SplitMix(seed: 7)
    for _ in 0..<500 {
      var code = ""
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        if let scalar = alphabet.randomElement(using: &random) { code.unicodeScalars.append(scalar) }
      }
      code = String(code.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n.")) + "."
      let page = Markdown.render(Array("~~~~~~\(language)\n\(code)\n~~~~~~\n".utf8)).html
      #expect(plainText(page) == code + "\n")
    }
  }

  /// The text of a page's only code block, tags dropped.
  private func plainText(_ page: String) -> String {
    var text: [UInt8] = []
    var isTag = false
    for byte in page.utf8 {
      if byte == UInt8(ascii: "<") { isTag = true }
      if !isTag { text.append(byte) }
      if byte == UInt8(ascii: ">") { isTag = false }
    }
    var plain = String(decoding: text, as: UTF8.self)
    for (reference, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")] {
      plain = plain.split(separator: reference, omittingEmptySubsequences: false).joined(separator: character)
    }
    plain.removeLast()
    return plain
  }
}

/// A seeded generator (SplitMix64), so that a failure can be seen again.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
