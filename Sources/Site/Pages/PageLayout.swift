/// What surrounds every page: head, header, contents at the left, "on this page" at the right, footer.
struct PageLayout {
  let outline: CourseOutline
  /// Nil on the index, whose title is the course's.
  var title: String?
  var description: String
  /// The page's own path, to mark it in the contents.
  var path: String
  var kind: String
  /// The page's own contents.
  var onThisPage: HTML?
  /// Styles that this page needs beside those of every page.
  var extraStyles: [String] = []
  var main: HTML

  var html: HTML {
    """
    <!doctype html>
    <html lang="en">
    \(PageHead(
      outline: outline, title: title, description: description,
      extraStyles: (kind == "print" ? ["sheets"] : []) + extraStyles).html)
    <body class="page page-\(kind)">
    <a class="skip" href="#main">Skip to the text</a>
    \(header)
    <div class="frame">
    \(hasContents ? contents : nil)
    <main id="main" tabindex="-1">
    \(main)</main>
    \(aside)</div>
    \(footer)
    </body>
    </html>

    """
  }

  private var header: HTML {
    let toc: HTML? =
      onThisPage == nil
      ? nil : "<button class=\"plain open-toc\" type=\"button\" popovertarget=\"toc\">On this page</button>\n"
    return """
      <header class="site-header">
      <a class="brand" href="/">\(CourseOutline.title)</a>
      \(search)      <nav class="site-nav" aria-label="Site">
      \(hasContents ? openContents : nil)\(toc)\(link("/experiments", "Experiments"))
      \(link("/exercises", "Exercises"))
      \(outline.hasGlossary ? link("/glossary", "Glossary") : .nothing)
      \(link("/me", "Account"))
      <button class="plain theme-switch js-only" type="button">Theme: system</button>
      </nav>
      </header>
      """
  }

  private var search: HTML? {
    guard kind != "search" else { return nil }
    return """
      <form class="site-search" method="get" action="/search" role="search">
      <input type="search" name="q" aria-label="Search the course" placeholder="Search" required>
      <button class="plain" type="submit">Find</button>
      </form>

      """
  }

  /// The index and the whole course are contents themselves.
  private var hasContents: Bool { kind != "index" && kind != "print" }

  private var openContents: HTML {
    "<button class=\"plain open-contents\" type=\"button\" popovertarget=\"contents\">Contents</button>\n"
  }

  private var contents: HTML {
    let lessons: [HTML] = outline.chapters.map { chapter in
      """
      <li data-slug="\(chapter.slug)"><a href="\(chapter.path)"\(current(chapter.path))>\
      <span class="number">\(chapter.order)</span> <span class="name">\(chapter.title)</span></a></li>

      """
    }
    return """
      <nav id="contents" class="contents" aria-label="Contents" popover>
      <p class="nav-title"><a href="/"\(current("/"))>Contents</a></p>
      <ol>
      \(lessons)</ol>
      </nav>
      """
  }

  private var aside: HTML? {
    guard let onThisPage else { return nil }
    return """
      <nav id="toc" class="toc" aria-label="On this page" popover>
      <p class="nav-title">On this page</p>
      \(onThisPage)</nav>

      """
  }

  private var footer: HTML {
    """
    <footer class="site-footer">
    <p>Every number stated about an experiment is measured by code that you can run. Nothing is loaded from anywhere \
    else.</p>
    <p><a href="/print">The whole course on one page</a></p>
    </footer>
    """
  }

  private func link(_ path: String, _ text: String) -> HTML { "<a href=\"\(path)\"\(current(path))>\(text)</a>" }

  private func current(_ path: String) -> HTML { path == self.path ? " aria-current=\"page\"" : .nothing }
}

/// The head of a page: title, styles and the two scripts.
struct PageHead {
  let outline: CourseOutline
  var title: String?
  var description: String

  /// Styles that this page alone needs.
  var extraStyles: [String] = []

  /// Where an author works on the lessons: the page loads itself again when they change.
  private var watch: HTML? {
    outline.isWatched ? "\n<script type=\"module\" src=\"\(outline.assets)/js/page/watch.js\"></script>" : nil
  }

  var html: HTML {
    let styles: [HTML] = (["main"] + extraStyles).map { name in
      "<link rel=\"stylesheet\" href=\"\(outline.assets)/css/\(name).css\">\n"
    }
    let title = title.map { "\($0) · \(CourseOutline.title)" } ?? CourseOutline.title
    return """
      <head>
      <meta charset="utf-8">
      <title>\(title)</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="description" content="\(description)">
      <meta name="color-scheme" content="light dark">
      <link rel="icon" href="\(outline.assets)/icon.svg" type="image/svg+xml">
      \(styles)<script src="\(outline.assets)/js/early.js"></script>
      <script type="module" src="\(outline.assets)/js/main.js"></script>\(watch)
      </head>
      """
  }
}
