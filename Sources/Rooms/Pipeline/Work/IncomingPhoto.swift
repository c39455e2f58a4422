internal import Albums
internal import Digests
package import Disk
package import Foundation
internal import ImagingProtocol
package import Records
package import SystemPackage
internal import Threads

/// A complete file to be scanned, opened so that its name and its bytes belong together.
package struct IncomingPhoto: ~Copyable, Sendable {
  private let photo: OpenedPhoto
  let path: FilePath

  /// The size of the largest photo, in bytes.
  package static let limit = Int64(ImagingJob.maximumInput)

  /// Nil when it is gone, isn't a regular file, or is too large: the watch announces it again when that changes.
  /// - Throws: if it exists but can't be opened now.
  package static func open(_ path: FilePath) async throws(DiskError) -> IncomingPhoto? {
    do throws(DiskError) {
      let photo = try await onBlockingThread { () throws(DiskError) in try OpenedPhoto(path) }
      // Larger than when it was announced. It must not be read, which can take minutes.
      if photo.identity.size > limit { return nil }
      return IncomingPhoto(photo: photo, path: path)
    } catch {
      // A refusal of what it is has an explanation; `invalidArgument` is its code.
      if error.isMissing || error.errno == .invalidArgument { return nil }
      throw error
    }
  }

  private init(photo: consuming OpenedPhoto, path: FilePath) {
    self.photo = photo
    self.path = path
  }

  /// In bytes.
  var size: Int64 { photo.identity.size }

  package var name: String { path.lastComponent?.string ?? "photo" }

  /// Queues the photo. A known file that looks unchanged to the file system isn't read again.
  /// - Parameter inboxes: the inbox folders; each folder in one of them stands for a list.
  /// - Throws: `DiskError` when it can't be read to its end, or a ledger error.
  package borrowing func readAndEnqueue(
    in ledger: Ledger, origin: Scan.Origin = .inbox, inboxes: [FilePath] = [], now: Date
  ) async throws -> IntakeResult {
    let identity = photo.identity
    let file = ArrivedFile(
      path: Data(path), device: Int64(bitPattern: identity.device), inode: Int64(bitPattern: identity.inode),
      size: identity.size, modified: identity.modified)
    if origin == .inbox, let known = try await ledger.scan(of: file) { return .known(known) }
    let digest: Digest
    let descriptor = photo.descriptor
    do {
      digest = Digest(
        hex: try await onBlockingThread { () throws(Errno) in
          try SHA256.hex(ofFile: descriptor, upTo: identity.size)
        })
    } catch {
      throw DiskError(.read, path, error)
    }
    return try await ledger.enqueue(
      file, name: name, digest: digest, origin: origin, list: Self.list(of: path, in: inboxes), now: now,
      stillThere: Self.isThere)
  }

  /// The list that the first folder below the inbox stands for.
  static func list(of path: FilePath, in inboxes: [FilePath]) -> ListName? {
    // Where an inbox lies in another, the inner one counts.
    let inbox = inboxes.filter { path.starts(with: $0) }.max { $0.components.count < $1.components.count }
    guard let inbox, path.components.count > inbox.components.count + 1 else { return nil }
    return ListName(folder: Array(path.components)[inbox.components.count].string)
  }

  private static let isThere: @Sendable (Data) async -> Bool = { bytes in
    // What can't be opened isn't there for a scan.
    await onBlockingThread { (try? OpenedPhoto(FilePath(bytes: bytes)).identity) != nil }
  }
}
