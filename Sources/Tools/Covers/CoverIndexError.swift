package import SystemPackage

/// Why the cover index can't be read or written.
package enum CoverIndexError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file can't be opened, read or written.
  case file(FilePath, Errno)
  /// The file is of another kind or of a later version, or its beginning is damaged. It can be made anew from the artwork.
  case notAnIndex(FilePath)
  /// Features that are none, or a name of more than 1,000 bytes.
  case unfit(key: String)

  package var description: String {
    switch self {
    case .file(let path, let errno): "\(path): \(errno)"
    case .notAnIndex(let path):
      "\(path) isn't a cover index, or is damaged. Remove it, and AlbumScan builds it again: rm \(path)"
    case .unfit(let key): "The cover \(key) can't be added: its features are invalid."
    }
  }
}
