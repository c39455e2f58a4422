import Albums

/// Shows that the album is in the music library and how to play it: with a button on this computer, and with a command
/// to copy, since phones don't support the button's address.
struct LibraryPart {
  let note: LibraryNote
  let id: ScanID

  var markup: HTML {
    let play: HTML? = Link(playing: id, key: note.key).map { "<a class=\"play\" href=\"\($0)\">Play</a>" }
    return """
      <section class="library" aria-label="Your library">
      <p><span>In your library: <strong>\(note.holding.words)</strong></span>\(play)</p>
      \(HTML.command("albumscanctl play \(id)"))
      </section>
      """
  }
}
