internal import Disk
internal import Records
internal import SystemPackage

/// Distinguishes photos that were removed from photos whose disk isn't mounted.
struct InboxAvailability: Sendable {
  let inboxes: [FilePath]
  let ledger: Ledger

  /// The inbox of a photo that isn't at `path`, where that inbox is missing, or another disk lies in its place; nil where the
  /// photo itself is gone.
  func awayInbox(of scan: Scan, at path: FilePath) async throws -> FilePath? {
    guard let inbox = inboxes.first(where: path.starts(with:)) else { return nil }
    guard Folder.isThere(inbox) else { return inbox }
    guard let device = try await ledger.device(ofPhotoOf: scan.id), let here = Folder.device(around: path) else {
      return nil
    }
    return UInt64(bitPattern: device) == here ? nil : inbox
  }
}
