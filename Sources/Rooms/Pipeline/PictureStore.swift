internal import Albums
internal import Digests
internal import Disk
internal import Foundation
package import SystemPackage

/// Pictures beside the ledger, named by their digest: written whole, before a row names them.
package struct PictureStore: Sendable {
  let folder: FilePath

  package init(folder: FilePath) { self.folder = folder }

  /// - Returns: the name to keep.
  func keep(_ jpeg: Data) throws -> Digest {
    let digest = Digest(hex: SHA256.hex(of: jpeg))
    let path = path(of: digest)
    if !FileManager.default.fileExists(atPath: path.string) {
      try Folder.make(path.removingLastComponent())
      try DurableFile.write(jpeg, to: path, permissions: .ownerReadWrite)
    }
    return digest
  }

  /// Nil when it is no longer there.
  func picture(_ digest: Digest) -> Data? { FileManager.default.contents(atPath: path(of: digest).string) }

  func remove(_ digest: Digest) { try? FileManager.default.removeItem(atPath: path(of: digest).string) }

  private func path(of digest: Digest) -> FilePath {
    folder.appending(String(digest.hex.prefix(2))).appending("\(digest.hex).jpg")
  }
}
