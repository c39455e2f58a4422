internal import Albums
internal import Records

/// Shows a match for a while in which the user can reject it, before its review is paid for.
struct Confirmation: Sendable {
  let hold: Duration
  let announcer: any Announcer
  let slot: WorkSlot
  let time: TimeSource

  /// - Throws: `CancellationError` if the user rejects the match.
  func show(_ album: Identification, of scan: Scan) async throws {
    announcer.announce(announcement(of: album, in: scan))
    if hold > .zero { try await slot.leaving { try await time.sleep(hold) } }
  }

  /// Its artwork has arrived.
  func illustrate(_ album: Identification, of scan: Scan) { announcer.update(announcement(of: album, in: scan)) }

  private func announcement(of album: Identification, in scan: Scan) -> Announcement {
    .found(scan: scan.id, albumTitle: album.albumTitle, artistName: album.artistName, photo: scan.name)
  }
}

/// Nobody rejected the match while it was shown.
struct Confirmed: Codable, Equatable, Sendable {
  /// What was known about an album that was shown before its verdict; nil for what the verdict says. Its review is
  /// requested with this and nothing else, so that after a crash it is the same request.
  var album: Identification?

  init(_ album: Identification?) {
    self.album = album
    // No review is told this.
    self.album?.evidence = []
    self.album?.considered = []
  }
}
