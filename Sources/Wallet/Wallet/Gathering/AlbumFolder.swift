internal import Albums

/// The folder of an album's songs, and the disc number in its name, if any.
struct AlbumFolder: Equatable {
  /// Without folders and words that only name a disc: `Ur/Wide` for `Ur/Wide/CD1` and for `Ur/Wide (Disc 2)`.
  let path: RawText
  let disc: Int?

  /// - Parameter folder: of a song, with slashes; empty for the music folder itself.
  init(of folder: Substring) {
    let (above, name) = Self.parted(folder)
    if DiscPattern.areAll(of: String(name)) {
      path = RawText(String(above))
      disc = DiscPattern.number(in: String(name))
      return
    }
    let bare = DiscPattern.removed(from: String(name))
    path = RawText(above.isEmpty ? bare : "\(above)/\(bare)")
    disc = DiscPattern.number(in: String(name))
  }

  /// The existing folder that contains a file's whole album, above any folders for single discs.
  static func root(of file: String) -> RawText {
    let (above, name) = parted(folder(of: file))
    return RawText(String(DiscPattern.areAll(of: String(name)) ? above : folder(of: file)))
  }

  /// The folder that contains a file's whole album and possibly others: the parent folder if the file's own folder ends
  /// in the name of a disc.
  static func shared(by file: String) -> RawText {
    let (above, name) = parted(folder(of: file))
    let isDisc = DiscPattern.areAll(of: String(name)) || DiscPattern.removed(from: String(name)) != name
    return RawText(String(isDisc ? above : folder(of: file)))
  }

  /// The folders that may contain the cover of a file's album: its own, and the one above if its own is only a disc.
  static func around(_ file: String) -> [RawText] {
    let own = RawText(String(folder(of: file)))
    let root = root(of: file)
    return own == root ? [own] : [own, root]
  }

  /// The folder of a file.
  static func folder(of file: String) -> Substring { parted(file[...]).above }

  private static func parted(_ path: Substring) -> (above: Substring, name: Substring) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
    return (path[..<slash], path[path.utf8.index(after: slash)...])
  }
}
