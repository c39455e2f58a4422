package import Albums
package import Foundation
package import Records
package import SystemPackage
internal import Threads

/// Rejects a scan's result or all its candidates, on behalf of the command line and the notifications.
package struct Rejection: Sendable {
  private let ledger: Ledger
  private let trash: TrashFolder
  private let gallery: GalleryUpdater

  package init(ledger: Ledger, root: FilePath, gallery: GalleryUpdater) {
    self.ledger = ledger
    trash = TrashFolder(root: root)
    self.gallery = gallery
  }

  /// Takes the result away, and not the photo. Work in progress for the scan ends as soon as the daemon hears of the
  /// commit.
  package func reject(_ id: ScanID, now: Date = Date()) async throws -> CommandOutcome {
    let finished = try await ledger.scan(id)?.finished
    let outcome = try await ledger.reject(id, now: now)
    // The result may have come just before, or have got another name.
    if outcome == .carriedOut, let bundle = try await ledger.scan(id)?.bundle {
      try await onBlockingThread { try trash.moveBundle(bundle, of: id) }
      // While it is made again, nobody knows the month in which it stood.
      if let finished { gallery.changed(id, at: finished) } else { gallery.markAll() }
    }
    return outcome
  }
}
