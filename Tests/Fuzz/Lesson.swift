import Courseware

/// Whatever stands in a lesson's file, what comes of it is well-formed HTML without script, and findings that name a line
/// of the file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = bytes(start, count)
  let lines = 2 + input.count { $0 == 0x0A || $0 == 0x0D }
  let reading = LessonReader(rules: NoCellRules()).read(input, file: "01-fuzz.md")
  for finding in reading.findings {
    require((1...lines).contains(finding.line), "the finding \(finding) in a file of \(lines) lines")
  }
  guard let lesson = reading.lesson else {
    require(!reading.findings.isEmpty, "no lesson and no finding")
    return 0
  }
  var page = HTMLScan()
  for part in lesson.parts {
    switch part {
    case .html(let html): page.read(html)
    case .experiment, .exercise: break
    case .quiz(let cell):
      check(inline: cell.question)
      check(inline: cell.explanation)
      for choice in cell.choices {
        check(inline: choice.text)
        check(inline: choice.why)
      }
    }
  }
  page.finish()
  require(page.fault == nil, page.fault ?? "")
  for heading in lesson.headings { check(inline: heading.html) }
  return 0
}

private func check(inline html: String) {
  var scan = HTMLScan()
  scan.read(html)
  scan.finish()
  require(scan.fault == nil, "\(scan.fault ?? "") in \(html)")
}
