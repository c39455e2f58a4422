package import Albums
internal import Digests
internal import Disk
internal import Foundation
package import Records
package import SystemPackage
internal import Threads

/// Pictures stored beside the ledger, named by their digest. A picture is completely written before a row refers to it.
///
/// All that it does waits for a disk, and does so on a thread for that.
package struct PictureStore: Sendable {
  let folder: FilePath
  /// In bytes; a picture is some ten times smaller.
  private static let largest = 64 << 20

  package init(folder: FilePath) { self.folder = folder }

  enum Kind: String {
    case picture = "jpg"
    /// The features of a photo.
    case features
  }

  /// - Returns: the name under which it is stored.
  func keep(_ bytes: Data, as kind: Kind = .picture) async throws -> Digest {
    try await onBlockingThread {
      let digest = Digest(hex: SHA256.hex(of: bytes))
      let path = path(of: digest, kind)
      if !Folder.isFile(path) {
        try Folder.make(path.removingLastComponent())
        try DurableFile.write(bytes, to: path, permissions: .ownerReadWrite)
      }
      return digest
    }
  }

  /// Nil if it no longer exists.
  func picture(_ digest: Digest, as kind: Kind = .picture) async -> Data? {
    await onBlockingThread {
      // What can't be read is made again.
      ((try? OpenFile.contents(of: path(of: digest, kind), upTo: Self.largest)) ?? nil).map { Data($0) }
    }
  }

  /// Whether both its pictures can be read.
  func holds(_ artwork: KeptArtwork) async -> Bool {
    guard await picture(artwork.picture) != nil else { return false }
    return await picture(artwork.thumbnail) != nil
  }

  /// The path of a picture; nil if it no longer exists.
  package func file(of digest: Digest) async -> FilePath? {
    let path = path(of: digest, .picture)
    return await onBlockingThread { Folder.isFile(path) } ? path : nil
  }

  func remove(_ digest: Digest, as kind: Kind = .picture) async {
    await onBlockingThread { Folder.removeFile(path(of: digest, kind)) }
  }

  /// Removes a photo's picture, and its features.
  func remove(_ record: PictureRecord, keepingFeatures: Bool = false) async {
    await remove(record.jpeg)
    if !keepingFeatures, let features = record.features { await remove(features, as: .features) }
  }

  /// Removes the pictures of photos whose scans were done just before a crash.
  /// - Parameter limit: of how many scans; far fewer run at the same time.
  package func removeLeftovers(of ledger: Ledger, newest limit: Int = 100) async throws {
    for scan in try await ledger.newestDone(limit: limit) {
      guard let record: PictureRecord = try await ledger.output(of: .picture, in: scan.id) else { continue }
      await remove(record, keepingFeatures: scan.document?.isIncomplete ?? false)
    }
  }

  private func path(of digest: Digest, _ kind: Kind) -> FilePath {
    folder.appending(String(digest.hex.prefix(2))).appending("\(digest.hex).\(kind.rawValue)")
  }
}
