internal import Albums
internal import ArgumentParser
internal import Foundation
internal import MPD
internal import Setup
internal import SystemPackage
internal import Wallet

/// The context of a command that plays: the settings, MPD, and the disc that is in.
struct PlayerContext: Sendable {
  let options: CommonOptions
  let session: MPDSession
  let player: DiscPlayer<MPDSession>
  let output: CommandOutput

  /// Says what is wrong and ends the program where MPD's address or password can't be used.
  static func open(_ options: CommonOptions) throws(ExitCode) -> PlayerContext {
    let loaded = try CommandContext.settings(options)
    let endpoint: MPDEndpoint
    do {
      endpoint = try MPDEndpoint(loaded, environment: ProcessInfo.processInfo.environment)
    } catch {
      CommandOutput.complain("\(error)")
      throw error is CredentialError ? .needsAttention : .wrongSettings
    }
    let session = MPDSession(endpoint)
    let player = DiscPlayer(session, at: endpoint, remembering: LoadedDiscFile(loaded.places.loadedDisc))
    return PlayerContext(
      options: options, session: session, player: player, output: CommandOutput(json: options.json))
  }

  /// Does something with the player, and prints what came of it.
  func report(_ body: () async throws -> (PlayerStatus, PlayingOutcome?)) async throws {
    do {
      let (status, outcome) = try await body()
      let song = try await session.currentSong()
      let queue = try await player.look().queue
      let disc = player.loaded.flatMap { $0.isWhole(in: queue) ? $0 : nil }
      let report = PlayerReport(status, song: song, disc: disc, outcome: outcome)
      if output.json { return try output.print(document: report) }
      for line in report.lines { output.say(line) }
    } catch let error as PlayingError {
      throw complain(error)
    } catch let error as MPDError {
      throw complain(.player(error))
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
