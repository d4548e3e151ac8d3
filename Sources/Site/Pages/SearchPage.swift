import Courseware

/// The search field and what was found.
struct SearchPage {
  /// As asked; empty where nothing was asked yet.
  let query: String
  let hits: [SearchHit]
  let outline: CourseOutline

  var html: HTML {
    let main: HTML = """
      <div class="prose">
      <h1>Search</h1>
      <form class="search-form" method="get" action="/search" role="search">
      <label for="q">Words to look for</label>
      <div class="control"><input id="q" type="search" name="q" value="\(query)" \
      maxlength="\(SearchQuery.maximumLength)"><button class="button primary" type="submit">Search</button></div>
      </form>
      \(found)</div>

      """
    return PageLayout(
      outline: outline, title: query.isEmpty ? "Search" : "\(query) · Search", description: "Search the course.",
      path: "/search", kind: "search", main: main
    ).html
  }

  private var found: HTML? {
    if query.isEmpty { return nil }
    if hits.isEmpty { return "<p role=\"status\">Nothing found. Try another word, or fewer.</p>\n" }
    let items: [HTML] = hits.map { hit in
      let excerpt: [HTML] = hit.excerpt.map { $0.isMatch ? "<mark>\($0.text)</mark>" : "\($0.text)" }
      let place: HTML? = hit.heading.isEmpty ? nil : "<p class=\"eyebrow\">\(hit.page)</p>\n"
      return """
        <li>\(place)<p class="name"><a href="\(hit.address)">\(hit.heading.isEmpty ? hit.page : hit.heading)</a></p>
        <p class="excerpt">\(excerpt)</p></li>

        """
    }
    let found =
      switch hits.count {
      case 1: "One section found."
      case SearchIndex.usualLimit...: "The best \(hits.count) sections; another word narrows the search."
      case let count: "\(count) sections found, the best first."
      }
    return "<p role=\"status\">\(found)</p>\n<ol class=\"hits\">\n\(items)</ol>\n"
  }
}
