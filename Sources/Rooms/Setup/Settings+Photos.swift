import Glibc
package import SystemPackage

extension Settings {
  /// What becomes of the photos of a folder, an inbox or one below it; `auto` is resolved by a look at the folders as they
  /// are now.
  package func fate(ofPhotosIn folder: FilePath, home: FilePath) -> PhotoFate {
    switch photos.afterwards {
    case .move: .move
    case .keep: .keep
    case .delete: .delete
    case .auto:
      PhotoFate.automatic(forFolder: Self.seenThrough(folder), home: Self.seenThrough(home)) { path in
        path.withPlatformString { access($0, F_OK) } == 0
      }
    }
  }

  /// Without symbolic links: an inbox may be a link into a sync folder. As it is when it isn't there.
  private static func seenThrough(_ path: FilePath) -> FilePath {
    guard let real = path.withPlatformString({ realpath($0, nil) }) else { return path }
    defer { free(real) }
    return FilePath(platformString: real)
  }
}
