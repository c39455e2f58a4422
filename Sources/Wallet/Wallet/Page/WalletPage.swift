internal import FoundationEssentials
internal import Pages

/// The wallet's page, `done/wallet.html`. Without its script it is a list of all discs with the commands that play
/// them; with it, a binder to browse and a player.
package struct WalletPage {
  private let binder: WalletPageModel

  package init(_ binder: WalletPageModel) { self.binder = binder }

  package var text: String { document.text }

  private var document: HTMLDocument {
    let body: HTML = """
      <main>
      \(HTML.lines(heading, binder.discs.isEmpty ? empty : Self.stage, message, notice, tools, list, gaps))
      </main>
      \(binder.discs.isEmpty ? nil : Self.player(keepsPlaying: binder.keepsPlaying))
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
      \(binder.discs.isEmpty ? nil : Self.views)
      </header>
      """
  }

  private var empty: HTML? {
    guard !binder.isLoading, binder.message == nil else { return nil }
    return "<div class=\"empty\">\n<span class=\"disc\" aria-hidden=\"true\"></span>\n<p>No discs yet</p>\n</div>"
  }

  private var message: HTML? {
    binder.message.map { words in
      let commands: HTML? =
        binder.commands.isEmpty
        ? nil : "\n<pre><code>\(binder.commands.joined(separator: "\n"))</code></pre>"
      return "<div class=\"notice\" role=\"status\"><p>\(Self.marked(words))</p>\(commands)</div>"
    }
  }

  /// Why entries of the playlist are on no disc.
  private var gaps: HTML? {
    guard binder.unresolved > 0 else { return nil }
    let rows = binder.problems.map { entry -> HTML in
      "<li value=\"\(entry.position)\"><span dir=\"auto\">\(entry.file)</span>: \(entry.problem.words)</li>"
    }
    let rest: HTML? =
      binder.unresolved > binder.problems.count
      ? "\n<p>and \(binder.unresolved - binder.problems.count) more</p>" : nil
    return """
      <details class="gaps">
      <summary>\(binder.entries - binder.unresolved) of \(binder.entries) playlist entries became discs: why?</summary>
      <ol>
      \(rows.lines())
      </ol>\(rest)
      </details>
      """
  }

  private var notice: HTML? {
    binder.notice.map { words in
      """
      <div class="notice" data-once="\(binder.edition)"><p>\(Self.marked(words))</p>\
      <button type="button" hidden>Dismiss</button></div>
      """
    }
  }

  private var tools: HTML? { binder.discs.isEmpty ? nil : Self.tools }

  private var list: HTML? {
    guard !binder.discs.isEmpty else { return nil }
    let items = binder.discs.map { WalletItem(disc: $0, key: binder.key).html }
    return "<p class=\"nothing\" hidden>Nothing found</p>\n<ol class=\"discs\">\n\(items.lines())\n</ol>"
  }
}

/// The parts of the wallet's page that its script uses. Without the script they stay hidden.
extension WalletPage {
  private static let views: HTML = """
    <div class="views" role="radiogroup" aria-label="View" hidden>\
    <label><input type="radio" name="view" value="binder">Binder</label>\
    <label><input type="radio" name="view" value="grid">Covers</label>\
    <label><input type="radio" name="view" value="list">List</label></div>
    """

  private static let tools: HTML = """
    <form class="tools" role="search" hidden>
    <input type="search" aria-label="Search the wallet" placeholder="Artist or title" autocomplete="off">
    <button type="button" data-pick>Pick one for me</button>
    <label class="also"><input type="checkbox" data-also> Also albums that aren’t in my library</label>
    </form>
    """

  /// Where the script lays the pages. Of however many discs only those that can be seen, or turned to next, are there.
  private static let stage: HTML = """
    <section class="stage" aria-label="Binder" hidden>
    <div class="binder" tabindex="0" role="group" aria-label="Discs; the arrow keys turn the pages">
    <div class="spread">
    <div class="spine" aria-hidden="true"></div>
    </div>
    </div>
    <div class="controls">
    <button type="button" data-go="-1" aria-label="Previous page">\(icon("M15 4 7 12l8 8z"))</button>
    <p role="status"></p>
    <button type="button" data-go="1" aria-label="Next page">\(icon("m9 4 8 8-8 8z"))</button>
    </div>
    </section>
    """

  /// - Parameter keepsPlaying: the music continues when it is closed.
  private static func player(keepsPlaying: Bool) -> HTML {
    """
    <dialog aria-labelledby="player-title"\(keepsPlaying ? " data-keeps-playing" : nil)>
    <div class="player">
    <div class="art"></div>
    <div>
    <h2 id="player-title" dir="auto"></h2>
    <p class="by" dir="auto"></p>
    <div class="lcd" role="timer" aria-label="Track and time"><span>TRK --</span><span>--:--</span></div>
    <p class="answer" role="status" hidden></p>
    <p><a class="button replace" hidden>Replace my queue</a></p>
    <p class="absent">This album isn’t in your library, so it can’t be played here.</p>
    <ol class="tracks"></ol>
    <div class="buttons">
    <a class="button" data-action="previous" aria-label="Previous track">\(icon("M6 5h2.5v14H6zM19 5v14l-9.5-7z"))</a>
    <a class="button" data-action="play" aria-label="Play the album">\(icon("M7 4.5v15l12-7.5z"))</a>
    <a class="button" data-action="next" aria-label="Next track">\(icon("M15.5 5H18v14h-2.5zM5 5v14l9.5-7z"))</a>
    <a class="button" data-action="eject" aria-label="Eject the disc">\(icon("M12 4l8 10H4zM4 17h16v3H4z"))</a>
    </div>
    <pre><code></code></pre>
    <p><a class="more">Open the album’s page</a></p>
    </div>
    </div>
    <button type="button" class="close" aria-label="Close">\
    \(icon("m6 4.6 6 6 6-6L19.4 6l-6 6 6 6-1.4 1.4-6-6-6 6L4.6 18l6-6-6-6z"))</button>
    </dialog>
    """
  }

  private static func icon(_ path: HTML) -> HTML {
    "<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"\(path)\"/></svg>"
  }
}

/// Formats times, and sentences that contain commands, for the wallet's page.
extension WalletPage {
  /// `4:07`; hours only where there are some.
  static func clock(_ seconds: Double) -> String {
    let seconds = Int(min(max(0, seconds.isFinite ? seconds : 0), 359_999))
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let end = twoDigits(seconds % 60)
    return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(end)" : "\(minutes):\(end)"
  }

  /// A sentence in which a command stands between two grave accents.
  static func marked(_ sentence: String) -> HTML {
    let parts = sentence.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { place, part in
      place % 2 == 1 ? "<code>\(String(part))</code>" as HTML : "\(String(part))"
    }
    return parts.reduce("", +)
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
