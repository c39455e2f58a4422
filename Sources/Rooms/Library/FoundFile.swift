internal import Glibc
package import SystemPackage

/// A file of a collection and its version, as far as known without reading it.
package struct FoundFile: Hashable, Sendable {
  package let path: FilePath
  /// In bytes.
  package let size: Int64
  /// Last change of the contents, in nanoseconds since 1970.
  package let modified: Int64
  // Worked out once: a collection has tens of thousands of files, and paths are slow to take apart.
  let folder: FilePath
  let name: String
  let text: String
  let kind: FileKind?

  package init(path: FilePath, size: Int64, modified: Int64) {
    self.init(
      path: path, in: path.removingLastComponent(), named: path.lastComponent?.string ?? "", size: size,
      modified: modified)
  }

  init(path: FilePath, in folder: FilePath, named name: String, size: Int64, modified: Int64) {
    self.path = path
    self.size = size
    self.modified = modified
    self.folder = folder
    self.name = name
    text = path.string
    kind = FileKind(of: name)
  }

  /// The name without its extension.
  var stem: String { name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name }

  /// In the order of their paths.
  static func sorted(_ files: [FoundFile]) -> [FoundFile] {
    files.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
  }
}

/// The kind of a file according to its name; its contents may differ.
enum FileKind: Equatable, Sendable {
  case music, picture, sidecar

  /// Nil for a file that doesn't matter.
  init?(of name: String) {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let ending = name[name.utf8.index(after: dot)...].lowercased()
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
