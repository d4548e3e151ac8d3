/// Shown above an answer of which it is not known whose it is.
package enum EntrancePanel: Sendable {
  /// Nobody is signed in. The key is made with the page: joining twice with it adds one student.
  case anybody(Errand, key: String)
  /// Somebody other than the one who filled it in is signed in, of the name that is given.
  case owner(Errand, other: String)

  var html: HTML {
    switch self {
    case .anybody(let errand, let key):
      """
      <section class="cell entrance" aria-labelledby="entrance-title">
      <h2 id="entrance-title">Who is handing this in?</h2>
      <p>Nothing is lost: what you filled in stands below and comes back once you have joined or signed in.</p>
      <div class="entrances">
      <section aria-labelledby="join-title"><h3 id="join-title">Join</h3>
      \(EntranceView.joinForm(errand, key: key))</section>
      <section aria-labelledby="sign-in-title"><h3 id="sign-in-title">Sign in</h3>
      \(EntranceView.signInForm(errand))</section>
      </div>
      </section>

      """
    case .owner(let errand, let other):
      """
      <section class="cell entrance" aria-labelledby="entrance-title">
      <h2 id="entrance-title">Somebody else has signed in</h2>
      <p>This browser is signed in as \(other) now, and the answer below was filled in by somebody else. So nothing was \
      handed in, and no attempt is spent. If the answer is yours, sign in with your token, and it comes back.</p>
      \(EntranceView.signInForm(errand))</section>

      """
    }
  }
}
