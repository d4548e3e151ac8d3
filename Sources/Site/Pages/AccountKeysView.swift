/// What somebody can come in by, each with a button that ends it.
struct AccountKeysView {
  let keys: [AccountSummary.Key]

  var html: HTML {
    let rows: [HTML] = keys.map { key in
      let what = key.isSession ? (key.isInUse ? "This browser" : "A browser") : "A token"
      return """
        <tr><th scope="row">\(what)</th><td>\(key.madeAt)</td><td>\(key.endsAt ?? "—")</td>\
        <td class="row-actions"><form class="one-button" method="post" action="/me/tokens/end">\
        \(HiddenField(name: "id", value: key.id).html)<button class="button" type="submit">End\
        <span class="visually-hidden"> \(what.lowercased()), since \(key.madeAt)</span></button></form></td></tr>

        """
    }
    return """
      <h3 id="tokens">What lets you in now</h3>
      <p>Your tokens, and the browsers that are signed in. End what you do not use, or know nothing of: whoever has it can \
      act as you no more.</p>
      <div class="table-wrap" tabindex="0" role="group" aria-label="What lets you in"><table class="keys">
      <thead><tr><th scope="col">What</th><th scope="col">Since</th><th scope="col">Until</th>\
      <th scope="col"><span class="visually-hidden">End it</span></th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table></div>

      """
  }
}
