package import Albums
package import FoundationEssentials
package import SystemPackage
internal import Tags

/// An album of a collection, and where pictures of its cover are.
package struct FoundAlbum: Equatable, Sendable {
  package var album: KnownAlbum
  /// For people: its folder, or a file of it where the folder holds others too.
  package var place: FilePath
  /// The likeliest first; never empty.
  package var pictures: [PictureSource]
}

extension FoundAlbum {
  /// How many embedded pictures are tried: in a sound album the first will do.
  private static let mostEmbedded = 3

  /// Where pictures of an album's cover are, among the music of its part.
  ///
  /// - Parameters:
  ///   - own: the album's tracks, with whether each has a picture embedded.
  ///   - others: tracks of the part's other albums.
  ///   - pictures: that lie beside.
  static func sources(
    of album: KnownAlbum, own: [(file: FoundFile, hasPicture: Bool)], others: [FoundFile], pictures: [FoundFile]
  ) -> [PictureSource] {
    let embedded = own.filter(\.hasPicture).prefix(mostEmbedded).map { PictureSource.embedded(in: $0.file.path) }
    let tracks = own.map(\.file)
    let beside = pictures.compactMap { picture -> (rank: Int, depth: Int, path: FilePath)? in
      guard let rank = CoverNames.rank(of: picture.stem, of: album),
        rank == CoverNames.named || isFor(picture, own: tracks, others: others)
      else { return nil }
      // A picture nearer to the root of the album is the whole album's.
      return (rank, picture.path.components.count, picture.path)
    }.sorted { a, b in (a.rank, a.depth, a.path.string) < (b.rank, b.depth, b.path.string) }
    return embedded + beside.map { .file($0.path) }
  }

  /// A picture is of an album where all music in its folder, or below, is that album's.
  private static func isFor(_ picture: FoundFile, own: [FoundFile], others: [FoundFile]) -> Bool {
    var folder = picture.folder
    if CoverNames.folders.contains(folder.lastComponent?.string.lowercased() ?? ""),
      !own.contains(where: { $0.path.starts(with: folder) })
    {
      folder.removeLastComponent()
    }
    return own.contains { $0.path.starts(with: folder) } && !others.contains { $0.path.starts(with: folder) }
  }
}

/// Where the picture of a cover is.
package enum PictureSource: Equatable, Sendable {
  case embedded(in: FilePath)
  case file(FilePath)

  package var path: FilePath {
    switch self {
    case .embedded(let path), .file(let path): path
    }
  }

  /// Bytes; what is larger isn't taken on.
  private static let largestFile = 64 << 20

  /// The picture as it lies there: of whatever format, perhaps of none.
  package func bytes() throws(Unreadable) -> Data {
    let file = try RegularFile(path)
    switch self {
    case .file: return try file.contents(upTo: Self.largestFile)
    case .embedded:
      guard let picture = AudioTags.picture(in: file.descriptor, named: path.lastComponent?.string ?? "") else {
        throw Unreadable("its embedded picture is gone")
      }
      return picture
    }
  }
}
