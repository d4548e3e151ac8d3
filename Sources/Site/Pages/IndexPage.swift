struct IndexPage {
  let outline: CourseOutline

  var html: HTML {
    let chapters: [HTML] = outline.chapters.map { chapter in
      """
      <li data-slug="\(chapter.slug)"><a href="\(chapter.path)"><span class="number">\(chapter.order)</span>\
      <span class="name">\(chapter.title)</span></a>
      <p>\(chapter.summary)</p>
      <p class="minutes">\(chapter.minutes) min</p></li>

      """
    }
    let main: HTML = """
      <div class="prose cover">
      <h1>\(CourseOutline.title)</h1>
      <p class="lede">A request was sent and no answer came. Send it again? How soon, how often, and is it safe? \
      In this course you predict, then run the experiment, then compare.</p>
      </div>
      <ol class="chapters">
      \(chapters)</ol>
      <p class="small">The server keeps to what it teaches: <a href="/experiments/overload">see it under four times the \
      load that it can carry</a>.</p>

      """
    return PageLayout(
      outline: outline, title: nil,
      description: "An interactive course on network errors and retries: predict, run, compare.",
      path: "/", kind: "index", main: main
    ).html
  }
}
