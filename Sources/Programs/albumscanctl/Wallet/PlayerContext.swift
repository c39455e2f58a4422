internal import Albums
internal import ArgumentParser
internal import Console
internal import Foundation
internal import MPD
internal import Records
internal import Setup
internal import SystemPackage
internal import Wallet

/// The context of a playback command: the settings, MPD, and the loaded disc.
struct PlayerContext: Sendable {
  let options: CommonOptions
  let session: MPDSession
  let player: DiscPlayer<MPDSession>
  let output: CommandOutput

  /// If MPD's address or password can't be used, prints the reason and exits.
  static func open(_ options: CommonOptions) throws(ExitCode) -> PlayerContext {
    let loaded = try CommandContext.settings(options)
    let endpoint = try CommandContext.mpd(loaded)
    let session = MPDSession(endpoint)
    let player = DiscPlayer(session, at: endpoint, remembering: LoadedDiscFile(loaded.places.loadedDisc))
    return PlayerContext(
      options: options, session: session, player: player, output: CommandOutput(json: options.json))
  }

  /// Runs a player command, and prints the result.
  func report(_ body: () async throws -> (PlayerStatus, PlayingOutcome?)) async throws {
    do { try await perform(body) } catch let error as PlayingError { throw complain(error) }
  }

  /// Runs a player command, and prints the result, but no error of the player.
  func perform(_ body: () async throws -> (PlayerStatus, PlayingOutcome?)) async throws {
    do {
      let (status, outcome) = try await body()
      let song = try await session.currentSong()
      let queue = try await player.look().queue
      let disc = player.loaded.flatMap { $0.isWhole(in: queue) ? $0 : nil }
      let report = PlayerReport(status: status, song: song, disc: disc, outcome: outcome)
      if output.json { return try output.print("player/1", report.fields) }
      for line in report.lines { output.say(line) }
    } catch let error as MPDError {
      throw PlayingError.player(error)
    }
  }

  func complain(_ error: PlayingError) -> ExitCode {
    CommandOutput.complain("\(error)")
    return error.exitCode
  }
}

extension PlayingError {
  var exitCode: ExitCode {
    switch self {
    case .player(.badAddress): .wrongSettings
    case .player(let error) where error.needsAuthorization: .needsAttention
    case .player(let error) where error.isAbsence: .tryLater
    case .othersQueue, .elsewhere: .needsAttention
    case .busy: .tryLater
    case .noTrack: .validationFailure
    default: .failure
    }
  }
}

/// Finds discs to play.
extension PlayerContext {
  /// The disc with this ID in the stored wallet, which is rebuilt if the ID isn't found. Prints a message and exits if
  /// it still isn't found.
  func disc(_ name: String) async throws -> PlayableDisc {
    let context = try CommandContext.open(options)
    if let disc = context.walletStore.wallet?.disc(name.lowercased()), disc.isPlayable { return PlayableDisc(disc) }
    let wallet = try await context.wallet()
    try CommandContext.end(wallet)
    return PlayableDisc(try CommandContext.disc(name, in: wallet))
  }

  /// A scan's whole album, as MPD has it now.
  /// - Throws: `PlayingError` if it isn't there; exits if the scan has no album.
  func disc(of scan: Scan) async throws -> PlayableDisc {
    guard let document = scan.document else {
      CommandOutput.complain("Scan \(scan.id.number) has no album. See: albumscanctl show \(scan.id.number)")
      throw ExitCode.failure
    }
    do {
      let album = OfferedAlbum(document, bundle: scan.bundle)
      guard let disc = try await MPDMusic(session, address: "").disc(of: album) else {
        throw PlayingError.notInLibrary("\(document.album.albumTitle) by \(document.album.artistName)")
      }
      return PlayableDisc(disc, command: "albumscanctl play \(scan.id.number)")
    } catch let error as MPDError {
      throw PlayingError.player(error)
    }
  }

  func play(_ disc: PlayableDisc, track: Int?, force: Bool) async throws -> (PlayerStatus, PlayingOutcome?) {
    let outcome = try await player.play(disc, track: track, force: force)
    return (outcome.status, outcome)
  }
}

/// What MPD plays.
struct PlayerReport {
  let status: PlayerStatus
  /// Nil if no track is selected.
  let song: QueueEntry?
  /// Nil if the queue isn't a disc that AlbumScan loaded.
  let disc: LoadedDisc?
  /// Nil if playback wasn't started.
  let outcome: PlayingOutcome?

  private var length: Duration? { status.duration ?? song?.song.duration }

  var fields: JSONObject {
    let disc = disc.map { disc -> JSONObject in
      [
        "id": disc.id, "artistName": disc.artistName, "albumTitle": disc.albumTitle, "tracks": disc.files.count,
      ]
    }
    let track = song.map { entry -> JSONObject in
      [
        "number": entry.position + 1, "file": entry.song.file, "title": entry.song.tag("Title"),
        "artistName": entry.song.tag("Artist"), "elapsedSeconds": status.elapsed?.inSeconds,
        "durationSeconds": length?.inSeconds,
      ]
    }
    return [
      "state": status.state.rawValue, "way": outcome?.way.rawValue,
      // From the command to the first sound.
      "soundAfterSeconds": outcome?.soundAfter?.inSeconds, "disc": disc, "track": track,
      "queueLength": status.queueLength, "error": status.error,
    ]
  }

  /// As text for people.
  var lines: [String] {
    var lines: [String] = []
    switch status.state {
    case .play: lines.append(headline("Playing"))
    case .pause: lines.append(headline("Paused"))
    case .stop: lines.append(disc.map { "Stopped; \($0.albumTitle) by \($0.artistName) is loaded" } ?? "Stopped")
    }
    if let song, status.state != .stop {
      let name = song.song.tag("Title") ?? song.song.file
      let end = length.map { " / \(WalletWords.time($0.inSeconds.rounded(.down)))" } ?? ""
      let now = WalletWords.time((status.elapsed?.inSeconds ?? 0).rounded(.down))
      lines.append("Track \(song.position + 1) of \(status.queueLength): \(name)  \(now)\(end)")
    }
    if let error = status.error { lines.append("MPD says: \(error)") }
    return lines
  }

  private func headline(_ word: String) -> String {
    "\(word) "
      + (disc.map { "\($0.albumTitle) by \($0.artistName)" }
        ?? "your own queue, not a disc")
  }
}

extension Duration {
  fileprivate var inSeconds: Double {
    (Double(components.seconds) * 1000 + Double(components.attoseconds / 1_000_000_000_000_000))
      / 1000
  }
}
