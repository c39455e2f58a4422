internal import Albums
package import SystemPackage
internal import Tags

/// The tracks of an album in the folder from which it was learned, in playing order.
package struct AlbumTracks: Sendable {
  package typealias Track = (path: FilePath, title: String)

  package let tracks: [Track]

  /// - Parameters:
  ///   - place: the folder, or a file in it.
  ///   - title: the album's; tracks whose tags name another one are another album's.
  /// - Throws: where the folder can't be read.
  package init(of title: String, in place: FilePath) throws(Unreadable) {
    let folder = FileKind(of: place.lastComponent?.string ?? "") == nil ? place : place.removingLastComponent()
    let files = try CollectionWalk(folder).files.filter { $0.kind == .music }.prefix(Self.most)
    var found: [(disc: Int, number: Int, track: Track)] = []
    for file in files {
      // A file that can't be read, or that is none of music, is no track.
      guard let opened = try? RegularFile(file.path), let tags = AudioTags(of: opened.descriptor, named: file.name)
      else { continue }
      if let album = Cleaned.text(tags.album), TitleKey.level(album, title) == 0 { continue }
      guard let name = Cleaned.text(tags.title) else { continue }
      found.append((TagWords.number(tags.disc) ?? 1, TagWords.number(tags.track) ?? .max, (file.path, name)))
    }
    tracks = found.enumerated().sorted {
      ($0.element.disc, $0.element.number, $0.offset) < ($1.element.disc, $1.element.number, $1.offset)
    }.map(\.element.track)
  }

  /// More files than this has no album; a folder that is no album's may have.
  private static let most = 500

  /// The tracks of these titles, in the order of the titles; those that aren't there are left out.
  package func named(_ titles: [String]) -> [Track] {
    var rest = tracks
    return titles.compactMap { title in
      let level = { (track: Track) in TitleKey.level(track.title, title) }
      guard
        let place = rest.indices.filter({ (1...2).contains(level(rest[$0])) }).min(by: {
          level(rest[$0]) < level(rest[$1])
        })
      else { return nil }
      return rest.remove(at: place)
    }
  }
}
