/// What somebody who is signed in sees of themselves.
package struct AccountSummary: Sendable {
  package struct Row: Sendable {
    package var exercise: String
    /// Hundredths of a point; nil where nothing is graded yet.
    package var best: (earned: Int, of: Int)?
    package var terms: ExerciseTerms
    package var history: [ExerciseAttempt]

    package init(
      exercise: String, best: (earned: Int, of: Int)?, terms: ExerciseTerms, history: [ExerciseAttempt]
    ) {
      self.exercise = exercise
      self.best = best
      self.terms = terms
      self.history = history
    }
  }

  /// What they can come in by.
  package struct Key: Sendable {
    /// What a form calls it.
    package var id: String
    package var isSession: Bool
    package var madeAt: String
    package var endsAt: String?
    /// True for the session of the browser that shows the page.
    package var isInUse: Bool

    package init(id: String, isSession: Bool, madeAt: String, endsAt: String?, isInUse: Bool) {
      self.id = id
      self.isSession = isSession
      self.madeAt = madeAt
      self.endsAt = endsAt
      self.isInUse = isInUse
    }
  }

  package var name: String
  package var isInstructor: Bool
  /// In the order of the course; every exercise has one.
  package var rows: [Row]
  /// The newest first.
  package var keys: [Key]
  /// Made with the page, so that sending its form twice makes one token.
  package var formKey: String
  /// What was done just now, in a sentence.
  package var notice: String?

  package init(name: String, isInstructor: Bool, rows: [Row], keys: [Key], formKey: String, notice: String? = nil) {
    self.name = name
    self.isInstructor = isInstructor
    self.rows = rows
    self.keys = keys
    self.formKey = formKey
    self.notice = notice
  }
}

struct AccountPage {
  let outline: CourseOutline
  let account: AccountSummary

  var html: HTML {
    let notice: HTML? = account.notice.map { "<p class=\"notice\" role=\"status\">\($0)</p>\n" }
    let lost: HTML =
      account.isInstructor
      ? "if you have lost all of them, make one below, or <code>course instructor link</code> lets you in."
      : "if it is lost, your instructor can give you a new one, and the old one ends."
    let main: HTML = """
      <div class="prose">
      <h1>\(account.name)</h1>
      \(notice)\(account.isInstructor ? teaching : grades)
      <h2>Signing in elsewhere</h2>
      <p>On another device, <a href="/sign-in">sign in</a> with \(account.isInstructor
        ? "a token of yours" : "the token that you were given when you joined"). Tokens are kept here as fingerprints only, so \
      nobody can show one again; \(lost)</p>
      \(AccountKeysView(keys: account.keys).html)\(newToken)<h2>Your data</h2>
      <p><a href="/me/data" download="course-data.json">Download</a> everything that is kept of you: what you handed in, \
      with its grades. Your instructor can delete it.</p>
      <h2>Signing out</h2>
      <form class="account-form sign-out" method="post" action="/sign-out">
      <p>Ends the session of this browser. What you handed in stays.</p>
      <p class="js-only"><label><input type="checkbox" class="forget-drafts"> Forget what I filled in on this device and \
      did not submit</label></p>
      <div class="run-row"><button class="button" type="submit">Sign out</button></div>
      </form>
      </div>

      """
    return EntrancePages.layout(outline, "Your account", "/me", main)
  }

  private var newToken: HTML {
    """
    <h3 id="new-token">A token for a program</h3>
    <p>A program says by a token whose it is, in <code>Authorization: Bearer</code>, and may do what you may. Another one \
    ends none of those above.</p>
    <form class="one-button" method="post" action="/me/tokens">\(HiddenField(name: "key", value: account.formKey).html)\
    <button class="button" type="submit">Make a token</button></form>

    """
  }

  private var teaching: HTML {
    """
    <p class="lede">You are an instructor of this course.</p>
    <p><a href="/teach">The gradebook</a> · <a href="/students">Students and join codes</a></p>

    """
  }

  private var grades: HTML {
    let rows: [HTML] = account.rows.compactMap { row in
      guard let entry = outline.exercise(row.exercise) else { return nil }
      let left = row.terms.isOver ? "over" : row.terms.attemptsLeft.map { "\($0) left" } ?? "no limit"
      let best = row.best.map { Figures.points($0.earned) } ?? "—"
      let latest: HTML? = row.history.first.map { attempt in
        """
         <span class="small">(<a href="/submissions/\(attempt.id)">the last<span class="visually-hidden"> of \
        \(entry.title)</span></a>)</span>
        """
      }
      return """
        <tr><th scope="row"><a href="\(entry.path)">\(entry.title)</a></th>\
        <td class="figure">\(best)</td><td class="figure">\(Figures.points(entry.maxScore))</td>\
        <td>\(row.terms.attemptsUsed)\(latest)</td><td>\(left)</td>\
        <td>\(row.terms.deadline.map { row.terms.isOver ? "was \($0)" : $0 } ?? "none")</td></tr>

        """
    }
    let earned = account.rows.reduce(0) { $0 + ($1.best?.earned ?? 0) }
    let of = outline.exercises.reduce(0) { $0 + $1.maxScore }
    return """
      <p class="lede">\(Figures.points(earned)) of \(Figures.points(of)) points so far; the best answer to each \
      exercise counts.</p>
      <div class="table-wrap" tabindex="0" role="group" aria-label="Grades"><table class="grades">
      <thead><tr><th scope="col">Exercise</th><th scope="col" class="figure">Best</th>\
      <th scope="col" class="figure">Of</th><th scope="col">Attempts</th><th scope="col">Limit</th>\
      <th scope="col">Deadline</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table></div>

      """
  }
}

/// A further token of the reader's own, shown this once.
struct OwnTokenPage {
  let outline: CourseOutline
  let token: String

  var html: HTML {
    let main: HTML = """
      <div class="prose">
      <p class="eyebrow"><a href="/me">Your account</a></p>
      <h1>A new token</h1>
      <p class="lede">It is shown this once. Whoever has it can act as you, so keep it as you would a password.</p>
      \(EntranceView.token(token))\
      <p>A program sends it in the field <code>Authorization: Bearer</code>; <a href="/openapi.json">/openapi.json</a> \
      says what it may ask. With it you can sign in at <a href="/sign-in">/sign-in</a>, too. It is valid until you end it \
      on <a href="/me#tokens">your page</a>.</p>
      </div>

      """
    return EntrancePages.layout(outline, "A new token", "", main)
  }
}
