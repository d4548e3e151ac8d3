import Simulation

/// What can be taken away from a result without script: its address, its data, and the command that asks for it. With
/// script `js/cell/actions.js` does this.
struct CellLinksView {
  let address: CellAddress

  var html: HTML {
    let data: HTML? =
      address.experiment.isLive
      ? nil
      : """
      <a href="\(address.data())">JSON</a>
      <a href="\(address.data("csv"))">CSV</a>

      """
    return """
      <div class="links no-js-only">
      <p><a href="\(address.permalink)">Permalink</a>
      \(data)</p>
      <details><summary>The same by curl</summary>
      <pre><code>\(address.curl)</code></pre>
      <p class="small"><code>SITE</code> is the address of this site, such as <code>http://localhost:8080</code>.</p>
      </details>
      </div>

      """
  }
}
