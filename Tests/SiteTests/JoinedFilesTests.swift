import Foundation
import Site
import Testing

@Suite("Files that are always needed together") struct JoinedFilesTests {
  private func joined(_ files: [String: String]) throws -> [String: String] {
    let sources = files.map { FileTree.File(path: $0.key, bytes: Array($0.value.utf8), modified: 0) }
    let served = try JoinedFiles.joined(sources.sorted { $0.path < $1.path })
    return Dictionary(uniqueKeysWithValues: served.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
  }

  @Test func `are one file, in the order in which they are imported`() throws {
    let served = try joined([
      "css/main.css": "@import \"./z.css\";\n@import \"./parts/a.css\";\np { margin: 0 }\n",
      "css/z.css": "/* z */\n", "css/parts/a.css": "/* a */\n", "css/alone.css": "/* alone */\n", "icon.svg": "<svg/>",
    ])
    #expect(
      served == [
        "css/main.css": "/* z */\n/* a */\np { margin: 0 }\n", "css/alone.css": "/* alone */\n", "icon.svg": "<svg/>",
      ])
  }

  @Test func `keep their own names to themselves, and give what they export`() throws {
    let served = try joined([
      "js/main.js": "import { one } from \"./tools/a.js\";\nimport \"./tools/c.js\";\none();",
      "js/tools/a.js": "const own = 1;\nexport async function one() {}\nexport const two = own;\nexport class Three {}",
      "js/tools/c.js":
        "import { Three } from \"./a.js\";\nconst own = () => [import(\"./late.js\"), import(`../${own}.js`)];",
      "js/tools/late.js": "import { two } from \"./a.js\";\nimport { later } from \"./later.js\";\ntwo();\n",
      "js/tools/later.js": "export const later = 1;\n",
    ])
    #expect(served.keys.sorted() == ["js/main.js", "js/tools/late.js", "js/tools/later.js"])
    #expect(
      served["js/main.js"] == """
        // js/tools/a.js
        export const { one, two, Three } = (() => {
        const own = 1;
        async function one() {}
        const two = own;
        class Three {}
        return { one, two, Three };
        })();
        // js/tools/c.js
        (() => {
        const own = () => [import("../js/tools/./late.js"), import(`../js/tools/../${own}.js`)];
        })();
        // js/main.js
        (() => {
        one();
        })();

        """)
    #expect(
      served["js/tools/late.js"]
        == "import { two } from \"../../js/main.js\";\nimport { later } from \"./later.js\";\ntwo();\n")
  }

  @Test func `belong to the first that needs them, and the others import them from there`() throws {
    let served = try joined([
      "js/main.js": "import { el } from \"./dom.js\";",
      "js/dom.js": "export function el() {}",
      "js/exercises/exercise-card.js": "import { el } from \"../dom.js\";\nimport { Draft } from \"./draft.js\";",
      "js/exercises/draft.js": "import { el } from \"../dom.js\";\nexport class Draft {}",
      "js/me.js": "export { Draft } from \"./exercises/draft.js\";",
    ])
    let card = try #require(served["js/exercises/exercise-card.js"])
    #expect(card.hasPrefix("import { el } from \"../../js/main.js\";\n// js/exercises/draft.js\n"))
    #expect(card.components(separatedBy: "import ").count == 2)
    #expect(served["js/me.js"] == "export { Draft } from \"../js/exercises/exercise-card.js\";")
  }

  @Test(arguments: [
    (
      ["css/main.css": "@import \"./none.css\";"], "css/main.css: what it imports is not there: @import \"./none.css\";"
    ),
    (["js/main.js": "import \"./none.js\";"], "js/main.js: imports js/none.js, which is not there"),
    (["js/main.js": "\nimport fs from 'fs';"], "js/main.js: line 2: names in braces"),
    (["js/main.js": "import {\n  el,\n} from \"./dom.js\";"], "js/main.js: line 1: names in braces"),
    (["js/main.js": "import \"./a.js\";", "js/a.js": "export { b } from \"./main.js\";"], "js/a.js: passes on"),
    (
      ["js/main.js": "import \"./a.js\";\nexport const one = 1;", "js/a.js": "export function one() {}"],
      "js/main.js: exports one, as js/a.js does"
    ),
  ])
  func `are refused where joining would change what they mean`(files: [String: String], reason: String) throws {
    let failure = try #require(throws: FileTree.Failure.self) { try joined(files) }
    #expect("\(failure)".hasPrefix(reason))
  }

  @Test func `are what the course's own scripts find`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Public")
    let sources = try FileTree.files(below: folder.path)
    let served = try JoinedFiles.joined(sources)
    let texts = Dictionary(uniqueKeysWithValues: served.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
    #expect(JoinedFiles.entries.allSatisfy { texts[$0] != nil } && served.count < sources.count - 20)
    #expect(texts.values.allSatisfy { !$0.contains("@import") })
    for (file, text) in texts where file.hasSuffix(".js") {
      func path(_ reference: Substring) -> String {
        let url = URL(filePath: String(reference), relativeTo: URL(filePath: "/\(file)"))
        return String(url.absoluteURL.standardized.path.dropFirst())
      }
      for found in text.matches(of: /(?:import|export) \{ (.+) \} from "(.+)"/) {
        let target = try #require(texts[path(found.2)], "\(file) imports \(found.2)")
        for name in found.1.split(separator: ", ") {
          let word = name.prefix { $0 != " " }
          #expect(target.contains(try Regex("export [^=(]*\\b\(word)\\b")), "\(file) needs \(word) of \(found.2)")
        }
      }
      for found in text.matches(of: /import\("(.+?)"\)/) {
        #expect(texts[path(found.1)] != nil, "\(file) imports \(found.1)")
      }
    }
  }
}
