internal import Albums
internal import ArgumentParser
internal import MPD
internal import Records
internal import Wallet

/// Finds discs to play.
extension PlayerContext {
  /// The disc of this name in the wallet, as it was last made; it is made anew where there is none. Says so and ends the
  /// program where there is none then, either.
  func disc(_ name: String) async throws -> PlayableDisc {
    let context = try CommandContext.open(options)
    if let disc = context.walletStore.wallet?.disc(name.lowercased()), disc.isPlayable { return PlayableDisc(disc) }
    let wallet = try await context.wallet()
    try CommandContext.end(wallet)
    return PlayableDisc(try CommandContext.disc(name, in: wallet))
  }

  /// The album of a scan, whole, as MPD has it now.
  func disc(of scan: Scan) async throws -> PlayableDisc {
    guard let document = scan.document else {
      CommandOutput.complain("Scan \(scan.id.number) has no album. See: albumscanctl show \(scan.id.number)")
      throw ExitCode.failure
    }
    do {
      let album = ScannedAlbum(document, bundle: scan.bundle)
      guard let disc = try await MPDMusic(session, address: "").disc(of: album) else {
        CommandOutput.complain("\(document.album.albumTitle) by \(document.album.artistName) isn't in MPD's library.")
        throw ExitCode.failure
      }
      return PlayableDisc(disc)
    } catch let error as MPDError {
      throw complain(.player(error))
    }
  }

  func play(_ disc: PlayableDisc, track: Int?, force: Bool) async throws {
    try await report {
      let outcome = try await player.play(disc, track: track, force: force)
      return (outcome.status, outcome)
    }
  }
}
