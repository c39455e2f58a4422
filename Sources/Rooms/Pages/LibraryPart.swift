import Albums

/// That the album is in the music library, and how it is played: by a press on the machine itself, and by a command to
/// copy, since a phone takes no such addresses.
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
