internal import ArgumentParser
internal import Wallet

extension WalletVerb {
  /// `albumscanctl wallet play`
  struct Play: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "play",
      abstract: "Puts a disc in: the whole album, in order. One that is in and paused goes on.",
      discussion: """
        What is in MPD's queue gives way only where AlbumScan put it there. Songs of yours stay, unless you say --force; \
        'wallet eject' brings them back as they were.
        """)

    @Argument(help: "The disc, by its letters and digits: albumscanctl wallet list.")
    var disc: String

    @Option(parsing: .unconditional, help: ArgumentHelp("Begin with this track, from 1.", valueName: "number"))
    var track: Int?

    @Flag(
      help:
        "Songs that AlbumScan didn't put into the queue may give way until the disc is taken out.")
    var force = false

    @OptionGroup var options: CommonOptions

    func validate() throws { try expect("--track", track, from: 1) }

    func run() async throws {
      let context = try PlayerContext.open(options)
      let disc = try await context.disc(self.disc)
      try await context.play(disc, track: track, force: force)
    }
  }
}
