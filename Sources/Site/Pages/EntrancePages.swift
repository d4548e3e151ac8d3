internal import HTTP

/// What a reader was about to do when they were asked who they are, so that nothing of it is lost on the way.
package struct Errand: Sendable {
  /// The page to go on to, a path of this site.
  package var next: String?
  /// An answer that was filled in: the exercise, and its fields as a form sends them.
  package var answer: (exercise: String, fields: String)?

  package init(next: String? = nil, answer: (exercise: String, fields: String)? = nil) {
    self.next = next
    self.answer = answer
  }

  /// The same as hidden fields of a form.
  var fields: HTML {
    "\(HiddenField(name: "next", value: next).html)\(HiddenField(name: "exercise", value: answer?.exercise).html)"
      + "\(HiddenField(name: "fields", value: answer?.fields).html)"
  }
}

/// Names the parts in which the pages around an account agree.
enum EntranceView {
  /// - Parameter key: Made with the page: joining twice with it adds one student.
  static func joinForm(
    _ errand: Errand, key: String, code: String = "", name: String = "", faults: [String: String] = [:]
  ) -> HTML {
    """
    <form class="account-form" method="post" action="/join" novalidate>
    \(HiddenField(name: "key", value: key).html)\(errand.fields)\
    \(TextRow(
      name: "code", label: "Join code", value: code, hint: "Your instructor tells it to the class.",
      fault: faults["code"], maxLength: 64, isRequired: true).html)\
    \(TextRow(
      name: "name", label: "Your name", value: name, hint: "As it should stand in the gradebook.",
      fault: faults["name"], autocomplete: "name", maxLength: 200, isRequired: true).html)\
    <div class="run-row"><button class="button primary" type="submit">Join</button></div>
    </form>

    """
  }

  static func signInForm(_ errand: Errand, fault: String? = nil) -> HTML {
    """
    <form class="account-form" method="post" action="/sign-in" novalidate>
    \(errand.fields)\
    \(TextRow(
      name: "token", label: "Token",
      hint: "The 43 letters, digits, hyphens and underscores that you were given when you joined.", fault: fault, type: "password", autocomplete: "current-password", maxLength: 200, isRequired: true).html)\
    <div class="run-row"><button class="button primary" type="submit">Sign in</button></div>
    </form>

    """
  }

  /// A token, shown this once.
  static func token(_ token: String) -> HTML {
    """
    <div class="token">
    <label for="token">The token</label>
    <div class="control"><input id="token" type="text" readonly value="\(token)" size="46" \
    autocomplete="off" spellcheck="false"><button class="button copy-token js-only" type="button">Copy</button>\
    <span class="copied" role="status"></span></div>
    </div>

    """
  }

  /// The way on from a page that has just let somebody in.
  static func onward(_ errand: Errand) -> HTML {
    if let answer = errand.answer {
      return """
        <form method="post" action="/exercises/\(answer.exercise)/checks#\(answer.exercise)">
        \(HiddenField(name: "fields", value: answer.fields).html)<div class="run-row">\
        <button class="button primary" type="submit">Go on with your answer</button></div>
        </form>

        """
    }
    let next = errand.next ?? "/"
    let words = next == "/" ? "To the lessons" : "Go on"
    return "<p class=\"onward\"><a class=\"button primary\" href=\"\(next)\">\(words)</a></p>\n"
  }
}

struct JoinPage {
  let outline: CourseOutline
  let errand: Errand
  let key: String
  var code = ""
  var name = ""
  var faults: [String: String] = [:]

  var html: HTML {
    let main: HTML = """
      <div class="prose">
      <h1>Join the course</h1>
      <p class="lede">With the code of your class and your name you can hand in exercises and see your grades.</p>
      \(EntranceView.joinForm(errand, key: key, code: code, name: name, faults: faults))\
      <p class="small">You have joined already? <a href="/sign-in\(EntrancePages.query(errand))">Sign in</a> with your \
      token.</p>
      </div>

      """
    return EntrancePages.layout(outline, "Join", "/join", main)
  }
}

struct SignInPage {
  let outline: CourseOutline
  let errand: Errand
  /// A token that the address brought, to be used by a click.
  var invitation: String?
  var fault: String?

  var html: HTML { invitation.map(welcome) ?? asking }

  private func welcome(_ invitation: String) -> HTML {
    let main: HTML = """
      <div class="prose">
      <h1>Sign in</h1>
      <p class="lede">This link signs one browser in as the course's instructor. It works once, and a visit alone does \
      not use it up.</p>
      <form class="account-form" method="post" action="/sign-in">
      \(errand.fields)\(HiddenField(name: "token", value: invitation).html)<div class="run-row">\
      <button class="button primary" type="submit">Sign this browser in</button></div>
      </form>
      </div>

      """
    return EntrancePages.layout(outline, "Sign in", "/sign-in", main)
  }

  private var asking: HTML {
    let main: HTML = """
      <div class="prose">
      <h1>Sign in</h1>
      <p class="lede">Your token says who you are. It is turned into a session of this browser, and the page forgets \
      it.</p>
      \(EntranceView.signInForm(errand, fault: fault))\
      <p class="small">You have none yet? <a href="/join\(EntrancePages.query(errand))">Join</a> with the code of your \
      class. You have lost it? Your instructor can give you a new one.</p>
      </div>

      """
    return EntrancePages.layout(outline, "Sign in", "/sign-in", main)
  }
}

/// After joining: the token, once, and the way on.
struct WelcomePage {
  let outline: CourseOutline
  let name: String
  let token: String
  let errand: Errand

  var html: HTML {
    let main: HTML = """
      <div class="prose">
      <h1>Welcome, \(name)</h1>
      <p class="lede">This browser is signed in. Keep the token below: it is shown this once.</p>
      <p>You need it to sign in on another device, or here after you have signed out, and to hand in from a program of \
      your own. Whoever has it can act as you, so keep it as you would a password. If you lose it, your instructor can \
      give you a new one.</p>
      \(EntranceView.token(token))\(EntranceView.onward(errand))</div>

      """
    return EntrancePages.layout(outline, "Welcome", "", main)
  }
}

/// After signing in with an answer in hand.
struct SignedInPage {
  let outline: CourseOutline
  let name: String
  let errand: Errand

  var html: HTML {
    let main: HTML = """
      <div class="prose">
      <h1>Signed in</h1>
      <p class="lede">This browser now acts as \(name).</p>
      \(EntranceView.onward(errand))</div>

      """
    return EntrancePages.layout(outline, "Signed in", "", main)
  }
}

enum EntrancePages {
  static func layout(_ outline: CourseOutline, _ title: String, _ path: String, _ main: HTML) -> HTML {
    PageLayout(
      outline: outline, title: title, description: title, path: path, kind: "account", extraStyles: ["exercises"],
      main: main
    ).html
  }

  /// The next page as a query, which is no secret and keeps no answer.
  static func query(_ errand: Errand) -> String {
    guard let next = errand.next else { return "" }
    return "?next=" + Percent.encode(next)
  }
}
