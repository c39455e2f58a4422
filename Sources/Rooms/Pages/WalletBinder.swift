/// The parts of the wallet's page that its script uses. Without the script they stay hidden.
enum WalletBinder {
  static let views: HTML = """
    <div class="views" role="radiogroup" aria-label="View" hidden>\
    <label><input type="radio" name="view" value="binder">Binder</label>\
    <label><input type="radio" name="view" value="grid">Covers</label>\
    <label><input type="radio" name="view" value="list">List</label></div>
    """

  static let tools: HTML = """
    <form class="tools" role="search" hidden>
    <input type="search" aria-label="Search the wallet" placeholder="Artist or title" autocomplete="off">
    <button type="button" data-pick>Pick one for me</button>
    </form>
    """

  /// Where the script lays the pages. Of however many discs only those that can be seen, or turned to next, are there.
  static let stage: HTML = """
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

  /// - Parameter keepsPlaying: the music goes on when it is closed.
  static func player(keepsPlaying: Bool) -> HTML {
    """
    <dialog aria-labelledby="player-title"\(keepsPlaying ? " data-keeps-playing" : nil)>
    <div class="player">
    <div class="art"></div>
    <div>
    <h2 id="player-title" dir="auto"></h2>
    <p class="by" dir="auto"></p>
    <div class="lcd" role="timer" aria-label="Track and time"><span>TRK --</span><span>--:--</span></div>
    <p class="absent">This album isn’t in your library, so it can’t be played here.</p>
    <ol class="tracks"></ol>
    <div class="buttons">
    <a class="button" data-action="previous" aria-label="Previous track">\(icon("M6 5h2.5v14H6zM19 5v14l-9.5-7z"))</a>
    <a class="button" data-action="play" aria-label="Play the album" autofocus>\(icon("M7 4.5v15l12-7.5z"))</a>
    <a class="button" data-action="next" aria-label="Next track">\(icon("M15.5 5H18v14h-2.5zM5 5v14l9.5-7z"))</a>
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
