import Albums

/// The wallet's page, `done/wallet.html`. Without its script it is a list of all discs with the commands that play
/// them; with it, a binder to browse and a player.
struct WalletPage {
  let binder: Binder

  var document: HTMLDocument {
    let body: HTML = """
      <main>
      \(HTML.lines(heading, binder.discs.isEmpty ? empty : WalletBinder.stage, message, notice, tools, list))
      </main>
      \(binder.discs.isEmpty ? nil : WalletBinder.player(keepsPlaying: binder.keepsPlaying))
      """
    let script = PageScript(
      text: String(decoding: PackageResources.wallet_js, as: UTF8.self), nonce: PageScript.nonce(for: body))
    return HTMLDocument(
      title: "Wallet – AlbumScan", kind: "wallet", home: Link(file: "index.html"), style: Self.style,
      aside: "<a href=\"\(Link(file: "index.html"))\">All scans</a>",
      scripts: binder.discs.isEmpty ? [.copying] : [.copying, script], body: body)
  }

  private static let style = String(decoding: PackageResources.wallet_css, as: UTF8.self)

  private var heading: HTML {
    let count = binder.discs.count == 1 ? "1 album" : "\(binder.discs.count) albums"
    let source: HTML? = binder.playlist.map { " from “<span dir=\"auto\">\($0)</span>”" }
    let lead: HTML = binder.isLoading ? "Reading your music library…" : "\(count)\(source)"
    return """
      <header class="names">
      <h1>Wallet</h1>
      <p class="lead">\(lead)</p>
      \(binder.discs.isEmpty ? nil : WalletBinder.views)
      </header>
      """
  }

  private var empty: HTML? {
    guard !binder.isLoading, binder.message == nil else { return nil }
    return "<div class=\"empty\">\n<span class=\"disc\" aria-hidden=\"true\"></span>\n<p>No discs yet</p>\n</div>"
  }

  private var message: HTML? {
    binder.message.map { "<div class=\"notice\" role=\"status\"><p>\(WalletWords.marked($0))</p></div>" }
  }

  private var notice: HTML? {
    binder.notice.map { words in
      """
      <div class="notice" data-once="\(binder.edition)"><p>\(WalletWords.marked(words))</p>\
      <button type="button" hidden>Dismiss</button></div>
      """
    }
  }

  private var tools: HTML? { binder.discs.isEmpty ? nil : WalletBinder.tools }

  private var list: HTML? {
    guard !binder.discs.isEmpty else { return nil }
    let items = binder.discs.map { WalletItem(disc: $0, key: binder.key).html }
    return "<p class=\"nothing\" hidden>Nothing found</p>\n<ol class=\"discs\">\n\(items.lines())\n</ol>"
  }
}
