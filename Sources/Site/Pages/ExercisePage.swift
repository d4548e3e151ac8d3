import Exercises

/// An exercise alone, made for its reader.
struct ExercisePage {
  let exercise: any Exercise
  let work: ExerciseWork
  let outline: CourseOutline
  /// What somebody is asked who would hand in an answer and is not known yet.
  var entrance: HTML?

  var html: HTML {
    let path = "/exercises/\(exercise.id)"
    let lesson: HTML? = outline.exercise(exercise.id)?.chapter.map { chapter in
      """
       <span aria-hidden="true">·</span> <a href="\(chapter.path)#\(exercise.id)">Lesson \(chapter.order): \
      \(chapter.title)</a>
      """
    }
    let main: HTML = """
      <div class="prose">
      <header class="lesson-head">
      <p class="eyebrow"><a href="/exercises">Exercises</a>\(lesson)</p>
      <h1 id="\(exercise.id)-title">\(exercise.title)</h1>
      </header>
      \(entrance)\(ExerciseCardView(exercise: exercise, work: work, isAlone: true).html)</div>

      """
    return PageLayout(
      outline: outline, title: exercise.title, description: exercise.task, path: path, kind: "exercise",
      extraStyles: ["exercises"], main: main
    ).html
  }
}

/// Every exercise of the course, in the order of its lessons.
struct ExercisesPage {
  let outline: CourseOutline

  var html: HTML {
    let items: [HTML] = outline.exercises.map { entry in
      let lesson: HTML? = entry.chapter.map { chapter in
        """
        <p class="small"><a href="\(chapter.path)#\(entry.id)">In lesson \(chapter.order): \(chapter.title)</a></p>
        """
      }
      return """
        <li><p class="name"><a href="\(entry.path)">\(entry.title)</a> \
        <span class="badge">\(Figures.points(entry.maxScore)) points</span></p>
        <p>\(entry.task)</p>
        \(lesson)</li>

        """
    }
    let main: HTML = """
      <div class="prose">
      <h1>Exercises</h1>
      <p class="lede">Anyone may fill them in and run the visible checks. To hand an answer in, <a href="/join">join</a> \
      or <a href="/sign-in">sign in</a>; then every check counts, the hidden ones too.</p>
      </div>
      <ul class="catalogue">
      \(items)</ul>

      """
    return PageLayout(
      outline: outline, title: "Exercises", description: "Every exercise of the course.", path: "/exercises",
      kind: "catalogue", main: main
    ).html
  }
}
