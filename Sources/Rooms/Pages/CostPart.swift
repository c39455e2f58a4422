import Albums

/// What the scan cost, call by call, and what it saved.
struct CostPart {
  let album: AlbumDocument

  var markup: HTML {
    let heading: HTML = "<h2>What this scan cost: \(CostText.dollars(album.cost.usd))</h2>"
    let parts = HTML.lines(calls, list(CostText.savings(of: album)))
    guard !parts.text.isEmpty else { return "<section class=\"cost\">\n\(heading)\n</section>" }
    return """
      <section class="cost">
      <details><summary>\(heading)</summary>
      \(parts)
      </details>
      </section>
      """
  }

  private var calls: HTML? {
    guard !album.cost.calls.isEmpty else { return nil }
    let rows = album.cost.calls.map { call -> HTML in
      """
      <div><dt>\(CostText.purpose(of: call.step))<small>\(call.model), \
      \(CostText.usage(input: call.inputTokens, output: call.outputTokens, searches: call.searches))</small></dt>\
      <dd>\(CostText.dollars(call.usd))</dd></div>
      """
    }
    return "<dl class=\"bill\">\n\(rows.lines())\n</dl>"
  }

  private func list(_ sentences: [String]) -> HTML? {
    guard !sentences.isEmpty else { return nil }
    let lines = sentences.map { sentence -> HTML in "<li>\(sentence)</li>" }.lines()
    return "<ul class=\"evidence\">\n\(lines)\n</ul>"
  }
}
