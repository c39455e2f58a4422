internal import Albums
internal import Disk
internal import Foundation
internal import Records
internal import SystemPackage
internal import Threads

/// Distinguishes photos that were removed from photos whose disk isn't mounted.
extension ScanContext {
  /// The inbox of a photo missing at `path`, if that inbox is missing or another disk is mounted in its place; nil if
  /// only the photo is gone.
  func awayInbox(of scan: Scan, at path: FilePath) async throws -> FilePath? {
    guard let inbox = inboxes.first(where: path.starts(with:)) else { return nil }
    guard await onBlockingThread({ Folder.isThere(inbox) }) else { return inbox }
    guard let device = try await ledger.device(ofPhotoOf: scan.id),
      let here = await onBlockingThread({ Folder.device(around: path) })
    else { return nil }
    return UInt64(bitPattern: device) == here ? nil : inbox
  }
}
