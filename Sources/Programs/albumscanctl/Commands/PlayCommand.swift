internal import Albums
internal import ArgumentParser
internal import Console
internal import Records

/// `albumscanctl play`
struct PlayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Play a scan's album through MPD, if it is in your library.",
    discussion: "Control playback with the wallet's commands, for example: albumscanctl wallet pause")

  @Argument(help: "The scan's number.", completion: .scans)
  var id: Int64

  @Option(parsing: .unconditional, help: ArgumentHelp("The track to start with; the first is 1.", valueName: "number"))
  var track: Int?

  @Flag(help: "Replace songs in MPD's queue that AlbumScan didn't put there. 'wallet eject' restores them.")
  var force = false

  @OptionGroup var options: CommonOptions

  func validate() throws { try expect("--track", track, from: 1) }

  func run() async throws {
    let scan = try await CommandContext.open(options).scan(ScanID(id))
    let context = try PlayerContext.open(options)
    try await context.report { try await context.play(context.disc(of: scan), track: track, force: force) }
  }
}
