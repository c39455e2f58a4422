internal import Albums
internal import Records

/// Shows a match for a while in which the user can reject it, before its review is paid for.
struct Confirmation: Sendable {
  let hold: Duration
  let announcer: any Announcer
  let slot: WorkSlot
  let time: TimeSource

  /// - Throws: `CancellationError` if the user rejects the match.
  func show(_ album: Identification, of scan: Scan) async throws -> Confirmed {
    announcer.announce(announcement(of: album, in: scan))
    if hold > .zero { try await slot.leaving { try await time.sleep(hold) } }
    return Confirmed()
  }

  /// Its artwork has arrived.
  func illustrate(_ album: Identification, of scan: Scan) { announcer.update(announcement(of: album, in: scan)) }

  private func announcement(of album: Identification, in scan: Scan) -> Announcement {
    .found(scan: scan.id, albumTitle: album.albumTitle, artistName: album.artistName, photo: scan.name)
  }
}

/// Nobody rejected the match while it was shown.
struct Confirmed: Codable, Equatable, Sendable {}
