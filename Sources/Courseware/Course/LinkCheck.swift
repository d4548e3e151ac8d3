/// Checks links and images to this server, anchors included.
struct LinkCheck {
  private let course: Course
  private let rules: any CellRules
  private let glossaryFile: String
  private let anchors: [String: Set<String>]

  /// For more broken links than this no nearest name is looked for: it takes a comparison with every name.
  private static let mostNearest = 50
  /// Among more names than this none is looked for.
  private static let mostNames = 2_000

  init(course: Course, rules: any CellRules, glossaryFile: String) {
    self.course = course
    self.rules = rules
    self.glossaryFile = glossaryFile
    anchors = Dictionary(course.lessons.map { ($0.slug, $0.anchors) }) { first, _ in first }
  }

  func findings() -> [Finding] {
    var findings: [Finding] = []
    func check(_ links: [Lesson.Link], file: String, own: Set<String>) {
      for link in links {
        if let message = fault(link, own: own, looksForNearest: findings.count < LinkCheck.mostNearest) {
          findings.append(Finding(file: file, line: link.line, message: message))
        }
      }
    }
    for lesson in course.lessons { check(lesson.links, file: lesson.file, own: lesson.anchors) }
    if let glossary = course.glossary { check(glossary.links, file: glossaryFile, own: glossary.anchors) }
    return findings
  }

  private func fault(_ link: Lesson.Link, own: Set<String>, looksForNearest: Bool) -> String? {
    let path = link.path
    if link.kind == .image { return imageFault(path, link) }
    if path.isEmpty {
      if link.written.isEmpty {
        return "A link leads nowhere: its address is empty. Write one between the parentheses."
      }
      return anchorFault(link, in: own, "This page", looksForNearest)
    }
    if path == "/glossary" {
      guard let glossary = course.glossary else {
        return "`\(link.written)` leads to the glossary, but there is no `glossary.md` beside the lessons."
      }
      return anchorFault(link, in: glossary.anchors, "The glossary", looksForNearest)
    }
    if let slug = rest(of: path, behind: "/lessons/") {
      guard let anchors = anchors[slug] else {
        return "`\(link.written)` leads to no lesson."
          + nearest(slug, in: self.anchors.keys, looksForNearest)
      }
      return anchorFault(link, in: anchors, "The lesson `\(slug)`", looksForNearest)
    }
    if let id = rest(of: path, behind: "/experiments/") {
      return rules.hasExperiment(id) ? nil : "`\(link.written)` leads to no experiment: there is none named `\(id)`."
    }
    if path == "/" { return nil }
    guard path.hasPrefix("/") else {
      return
        "`\(link.written)` leads nowhere. Link to a lesson by its file, such as `05-how-long-to-wait.md`, to another page from the root, such as `/glossary`, or elsewhere with `https://`."
    }
    return rules.hasPage(path) ? nil : "`\(link.written)` leads to nothing that this server has."
  }

  private func imageFault(_ path: String, _ link: Lesson.Link) -> String? {
    guard path.hasPrefix("/") else {
      return
        "The image `\(link.written)` is not found from a lesson's page. Write its address from the root, such as `/static/exchange.svg`."
    }
    return rules.hasPage(path) ? nil : "The image `\(link.written)` is nothing that this server has."
  }

  private func anchorFault(
    _ link: Lesson.Link, in anchors: Set<String>, _ place: String, _ looksForNearest: Bool
  ) -> String? {
    guard let fragment = link.fragment, !fragment.isEmpty, fragment != "top", !anchors.contains(fragment) else {
      return nil
    }
    return "\(place) has no anchor `#\(fragment)`." + nearest(fragment, in: anchors, looksForNearest)
  }

  private func rest(of path: String, behind prefix: String) -> String? {
    path.utf8.starts(with: prefix.utf8) ? path.utf8.dropFirst(prefix.utf8.count).text : nil
  }

  /// The name that an author most likely meant, as a sentence, if one is near enough.
  private func nearest(_ name: String, in names: some Collection<String>, _ isLookedFor: Bool) -> String {
    guard isLookedFor, names.count <= LinkCheck.mostNames else { return " Mend the link." }
    let wanted = Array(name.utf8.prefix(100))
    let near = names.sorted().lazy
      .map { (distance: editDistance(wanted, Array($0.utf8.prefix(100))), name: $0) }
      .min { $0.distance < $1.distance }
    guard let near, near.distance <= max(2, wanted.count / 2) else { return " Mend the link." }
    return " The nearest is `\(near.name)`."
  }
}
