internal import Albums
internal import Disk
internal import Foundation
internal import Logging
internal import Records
internal import Setup
internal import SystemPackage
internal import Threads

extension Daemon {
  /// How long `status` says it, in seconds.
  private static let keptNotice: TimeInterval = 14 * 86400

  /// Says, once per inbox, that photos stay there now, if photos of this installation were moved until now: earlier
  /// versions knew no sync programs but Syncthing, and no network.
  static func tellOfKeptPhotos(_ loaded: LoadedSettings, _ ledger: Ledger, now: Date = Date()) async throws {
    for inbox in loaded.settings.folders.inbox {
      guard try await !ledger.isReported(.photosKept, at: inbox.string),
        let sign = await onBlockingThread({
          loaded.settings.reasonToKeep(photosIn: inbox, home: loaded.places.home)
        }),
        !sign.isSyncthing, try await ledger.hasMovedPhoto()
      else { continue }
      let reason =
        "Photos in \(inbox) now stay there after their scan, because \(sign). Until now they were moved to originals, "
        + "which deletes them on other devices. To move them all the same: "
        + "albumscanctl config set photos.afterwards move"
      try await ledger.report(
        .photosKept, at: inbox.string, reason: reason, cure: nil, until: now.addingTimeInterval(Self.keptNotice),
        now: now)
      Logger.current.notice("\(reason)")
    }
  }
}

extension SyncSign {
  /// Of Syncthing's folders it has always been known.
  fileprivate var isSyncthing: Bool {
    if case .marker(let path, _) = self { path.lastComponent == ".stfolder" } else { false }
  }
}
