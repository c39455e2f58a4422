internal import Albums

/// The positions of the wallet, in order of appearance. Editions of an album share one position: title and artist match
/// at level 1 or 2 (`TitleMatch`, `ArtistMatch`).
struct Slots: Sendable {
  private(set) var all: [Slot] = []
  private var byNames: [String: Int] = [:]

  /// The place of an album: the one that it has, else a new one.
  mutating func place(of names: AlbumNames) -> (index: Int, isNew: Bool) {
    let keys = Self.keys(of: names)
    if let index = keys.compactMap({ byNames[$0] }).min() { return (index, false) }
    for key in keys { byNames[key] = all.count }
    all.append(Slot(names: names))
    return (all.count - 1, true)
  }

  subscript(index: Int) -> Slot {
    get { all[index] }
    set { all[index] = newValue }
  }

  /// Names agree at levels 1 or 2 if and only if they share one of these.
  private static func keys(of names: AlbumNames) -> [String] {
    let artist = names.artist.compact
    return ["\(artist)\0whole\0\(names.title.folded)", "\(artist)\0base\0\(names.title.compact)"]
  }
}
