package import SystemPackage

/// What happens to a photo after its scan.
package enum PhotoFate: String, CaseIterable, Sendable {
  /// To `originals/YYYY-MM/`.
  case move
  /// It stays in the inbox, remembered.
  case keep
  case delete

  /// What `photos.afterwards: auto` means for a folder of photos: `keep` in a sync folder, where a file that is moved away
  /// is deleted on the phone; else `move`.
  /// - Parameters:
  ///   - folder: absolute and without symbolic links, as `home` is.
  ///   - isThere: whether a file or folder is at a path.
  package static func automatic(
    forFolder folder: FilePath, home: FilePath, isThere: (FilePath) -> Bool
  ) -> PhotoFate {
    var folder = folder
    while folder != home, !folder.components.isEmpty {
      // Syncthing's mark of a folder that it keeps in step.
      if isThere(folder.appending(".stfolder")) { return .keep }
      folder.removeLastComponent()
    }
    return .move
  }
}
