internal import ArgumentParser
internal import Wallet

extension WalletVerb {
  /// `albumscanctl wallet play`
  struct Play: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "play",
      abstract: "Play a disc: the whole album, in order. A paused disc continues.",
      discussion: """
        The disc replaces only what AlbumScan put into MPD's queue. If your own songs are there, the command refuses, \
        unless you use --force; 'wallet eject' then restores them.
        """)

    @Argument(help: "The disc's name, as 'wallet list' shows it. Its first four characters are enough.")
    var disc: String

    @Option(
      parsing: .unconditional, help: ArgumentHelp("The track to start with; the first is 1.", valueName: "number"))
    var track: Int?

    @Flag(
      help:
        "Replace songs in MPD's queue that AlbumScan didn't put there. 'wallet eject' restores them.")
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
