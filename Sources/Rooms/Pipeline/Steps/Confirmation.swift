internal import Albums
internal import Records

/// Shows a find for a while in which a person may object, before its review is paid for.
struct Confirmation: Sendable {
  let hold: Duration
  let announcer: any Announcer
  let place: Place
  let time: TimeSource

  /// - Throws: `CancellationError` when somebody objects.
  func show(_ album: Identification, of scan: Scan) async throws -> Confirmed {
    announcer.announce(
      .found(scan: scan.id, albumTitle: album.albumTitle, artistName: album.artistName, photo: scan.name))
    if hold > .zero { try await place.leaving { try await time.sleep(hold) } }
    return Confirmed()
  }
}

/// Nobody objected while the find was shown.
struct Confirmed: Codable, Equatable, Sendable {}
