internal import Albums
internal import ArgumentParser
internal import Records

/// `albumscanctl play`
struct PlayVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Plays the album of a scan through MPD, where it is in your library.",
    discussion: "As 'wallet play' does with a disc; the buttons are there, too: albumscanctl wallet pause.")

  @Argument(help: "The scan's number.", completion: Completions.scans)
  var id: Int64

  @Option(parsing: .unconditional, help: ArgumentHelp("Begin with this track, from 1.", valueName: "number"))
  var track: Int?

  @Flag(help: "Songs that AlbumScan didn't put into the queue may give way until the disc is taken out.")
  var force = false

  @OptionGroup var options: CommonOptions

  func validate() throws { try expect("--track", track, from: 1) }

  func run() async throws {
    let scan = try await CommandContext.open(options).scan(ScanID(id))
    let context = try PlayerContext.open(options)
    try await context.play(try await context.disc(of: scan), track: track, force: force)
  }
}
