internal import Glibc
package import SystemPackage

/// A file of a collection, and which contents of it, as far as that can be told without reading it.
package struct FoundFile: Hashable, Sendable {
  package let path: FilePath
  /// In bytes.
  package let size: Int64
  /// Last change of the contents, in nanoseconds since 1970.
  package let modified: Int64

  package init(path: FilePath, size: Int64, modified: Int64) {
    self.path = path
    self.size = size
    self.modified = modified
  }

  var folder: FilePath { path.removingLastComponent() }
  var name: String { path.lastComponent?.string ?? "" }
  /// The name without its extension.
  var stem: String { path.stem ?? "" }
  var kind: FileKind? { FileKind(of: path) }
}

/// What a file of a collection is, as its name says; what is in it is another matter.
enum FileKind: Equatable, Sendable {
  case music, picture, sidecar

  /// Nil for a file that doesn't matter.
  init?(of path: FilePath) {
    guard let ending = path.extension?.lowercased() else { return nil }
    if Self.musicEndings.contains(ending) {
      self = .music
    } else if Self.pictureEndings.contains(ending) {
      self = .picture
    } else if Self.sidecarEndings.contains(ending) {
      self = .sidecar
    } else {
      return nil
    }
  }

  private static let musicEndings: Set<String> = [
    "flac", "mp3", "mp2", "aac", "m4a", "m4b", "m4r", "m4p", "mp4", "ogg", "oga", "opus", "spx", "wav", "aif", "aiff",
    "aifc", "wma", "asf", "ape", "wv", "mpc", "mp+", "tta",
  ]
  private static let pictureEndings: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "png", "webp", "gif", "heic", "heif", "hif", "avif",
  ]
  private static let sidecarEndings: Set<String> = ["json", "yaml", "yml"]
}
