struct CataloguePage {
  let outline: CourseOutline

  var html: HTML {
    func lesson(_ chapter: CourseOutline.Chapter) -> HTML {
      "<a href=\"\(chapter.path)\" title=\"\(chapter.title)\">Lesson \(chapter.order)</a> "
    }
    let items: [HTML] = outline.experiments.map { entry in
      let live: HTML? = entry.isLive ? " <span class=\"badge\">real sockets</span>" : nil
      return """
        <li><p class="name"><a href="\(entry.path)">\(entry.title)</a>\(live)</p>
        <p>\(entry.question)</p>
        <p class="small">\(entry.chapters.map(lesson))\
        <a href="/present/\(entry.id)" aria-label="Present \(entry.title)">Present</a></p></li>

        """
    }
    let main: HTML = """
      <div class="prose">
      <h1>Experiments</h1>
      <p class="lede">Each runs on this server. Most run in virtual time, from a seed: the same parameters give the \
      same result, always and everywhere. Some use real sockets.</p>
      </div>
      <ul class="catalogue">
      \(items)</ul>

      """
    return PageLayout(
      outline: outline, title: "Experiments", description: "Every experiment of the course.", path: "/experiments",
      kind: "catalogue", main: main
    ).html
  }
}
