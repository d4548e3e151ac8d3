/// A problem type of the API (RFC 9457): what `type` in an answer points to.
package struct ProblemDescription: Sendable {
  package let type: String
  package let title: String
  package let status: Int
  /// What it means, one paragraph each, in plain text.
  package let meaning: [String]
  /// What a client should do, in plain text.
  package let remedy: String
  /// Whether sending the same request again can help.
  package let isRetryable: Bool

  package init(
    type: String, title: String, status: Int, meaning: [String], remedy: String, isRetryable: Bool
  ) {
    self.type = type
    self.title = title
    self.status = status
    self.meaning = meaning
    self.remedy = remedy
    self.isRetryable = isRetryable
  }
}

struct ProblemPage {
  let problem: ProblemDescription
  let outline: CourseOutline

  var html: HTML {
    let meaning: [HTML] = problem.meaning.map { "<p>\($0)</p>\n" }
    let main: HTML = """
      <article class="prose">
      <p class="eyebrow">Problem type · status \(problem.status)</p>
      <h1>\(problem.title)</h1>
      \(meaning)<h2>What to do</h2>
      <p>\(problem.remedy)</p>
      <h2>Worth sending again?</h2>
      <p>\(problem.isRetryable ? "Yes: later, with a growing and jittered wait, and a bounded number of times."
          : "No: the same request gets the same answer.")</p>
      </article>

      """
    return PageLayout(
      outline: outline, title: problem.title, description: problem.title, path: "/problems/\(problem.type)",
      kind: "problem", main: main
    ).html
  }
}

/// What a reader is told when a page cannot be had.
package struct Failure: Sendable {
  package let status: Int
  package let title: String
  package let detail: String
  package let requestId: String

  package init(status: Int, title: String, detail: String, requestId: String) {
    self.status = status
    self.title = title
    self.detail = detail
    self.requestId = requestId
  }
}

struct FailurePage {
  let failure: Failure
  let outline: CourseOutline

  var html: HTML {
    let main: HTML = """
      <article class="prose">
      <p class="eyebrow">Status \(failure.status)</p>
      <h1>\(failure.title)</h1>
      <p class="lede">\(failure.detail)</p>
      <p><a href="/">To the contents</a></p>
      <p class="small">Request <code>\(failure.requestId)</code></p>
      </article>

      """
    return PageLayout(
      outline: outline, title: failure.title, description: failure.title, path: "", kind: "failure", main: main
    ).html
  }
}
