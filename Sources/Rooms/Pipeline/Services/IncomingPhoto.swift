internal import Albums
internal import Digests
package import Disk
package import Foundation
package import Records
package import SystemPackage

/// A complete file to be scanned, opened so that its name and its bytes belong together.
package struct IncomingPhoto: ~Copyable, Sendable {
  private let photo: OpenedPhoto
  private let path: FilePath

  /// Nil when it is gone, can't be read, or isn't a regular file.
  package init?(at path: FilePath) {
    guard let photo = try? OpenedPhoto(path) else { return nil }
    self.photo = photo
    self.path = path
  }

  /// Nil when it is gone, or isn't a regular file: whoever announces files sees it again when that changes.
  /// - Throws: when it is there, and can't be opened for now.
  package static func open(_ path: FilePath) throws(DiskError) -> IncomingPhoto? {
    do throws(DiskError) {
      return IncomingPhoto(photo: try OpenedPhoto(path), path: path)
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

  package var name: String { path.lastComponent?.string ?? "photo" }

  /// Takes it in. A file that was taken in before, and looks the same to the file system, isn't read again.
  /// - Throws: `DiskError` when it can't be read to its end, or a ledger error.
  package borrowing func receive(
    into ledger: Ledger, origin: Scan.Origin = .inbox, now: Date
  ) async throws -> IntakeResult {
    let identity = photo.identity
    let file = ArrivedFile(
      path: Data(path), device: Int64(bitPattern: identity.device), inode: Int64(bitPattern: identity.inode),
      size: identity.size, modified: identity.modified)
    if origin == .inbox, let known = try await ledger.scan(of: file) { return .known(known) }
    let digest: Digest
    do { digest = Digest(hex: try SHA256.hex(ofFile: photo.descriptor)) } catch {
      throw DiskError(.read, path, error)
    }
    return try await ledger.receive(
      file, name: name, digest: digest, origin: origin, now: now, stillThere: Self.isThere)
  }

  private static let isThere: @Sendable (Data) -> Bool = { bytes in
    (try? OpenedPhoto(FilePath(bytes: bytes)).identity) != nil
  }
}
