internal import Albums

/// The album's tracks, folded, with the review's key tracks marked.
struct TracksPart {
  let album: AlbumDocument

  private var tracks: [Track] { album.album.tracks }

  /// Nil where the tracks aren't known.
  var markup: HTML? {
    guard !tracks.isEmpty else { return nil }
    let keys = Set(album.review.keyTracks ?? [])
    let groups = Self.groups(of: tracks, hasDiscs: tracks.contains { $0.disc != tracks[0].disc }).map { name, tracks in
      let heading: HTML? = name.map { "<h3>\($0)</h3>\n" }
      let lines = tracks.map { track -> HTML in
        let mark: HTML? =
          keys.contains(track.title)
          ? " <span class=\"note\" role=\"img\" aria-label=\"key track\">🎵</span>" : nil
        let kind: HTML? = mark == nil ? nil : " class=\"key\""
        return """
          <li\(kind)><span class="number">\(track.number)</span> <span class="title" dir="auto">\(track.title)\(mark)</span> \
          \(Self.length(track))</li>
          """
      }
      return "\(heading)<ol class=\"tracklist\">\n\(lines.lines())\n</ol>" as HTML
    }
    return """
      <section class="tracks-of">
      <details><summary><h2>\(title)</h2></summary>
      \(groups.lines())
      </details>
      </section>
      """
  }

  private var title: String {
    let count = tracks.count == 1 ? "1 track" : "\(tracks.count) tracks"
    let seconds = tracks.compactMap(\.seconds)
    guard seconds.count == tracks.count else { return count }
    let minutes = max(1, (seconds.reduce(0, +) + 30) / 60)
    return "\(count), \(minutes) min"
  }

  /// By discs and sides, where there are several.
  private static func groups(of tracks: [Track], hasDiscs: Bool) -> [(name: String?, tracks: [Track])] {
    var groups: [(name: String?, tracks: [Track])] = []
    for track in tracks {
      // A record's sides go on counting through all its discs: C is on the second.
      let name = track.side.map { "Side \($0)" } ?? (hasDiscs ? "Disc \(track.disc)" : nil)
      if let last = groups.last, last.name == name, last.tracks[0].disc == track.disc {
        groups[groups.count - 1].tracks.append(track)
      } else {
        groups.append((name, [track]))
      }
    }
    return groups
  }

  /// A key track on the review's list: with its number and length, where it is on the album's.
  static func line(_ title: String, among tracks: [Track]) -> HTML {
    guard let track = tracks.first(where: { $0.title == title }) else { return "<li dir=\"auto\">\(title)</li>" }
    let discs = Set(tracks.map(\.disc))
    let number = discs.count > 1 && track.side == nil ? "\(track.disc)-\(track.number)" : track.number
    return """
      <li class="numbered"><span class="number">\(number)</span> <span class="title" dir="auto">\(title)</span> \
      \(length(track))</li>
      """
  }

  private static func length(_ track: Track) -> HTML? {
    track.length.map { "<span class=\"length\">\($0)</span>" }
  }
}
