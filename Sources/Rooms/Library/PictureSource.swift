package import FoundationEssentials
package import SystemPackage
internal import Tags

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
