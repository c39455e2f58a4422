internal import ArgumentParser

/// `albumscanctl wallet`
struct WalletVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wallet", abstract: "The CD wallet: the albums of one of MPD's playlists, and those you scanned.",
    discussion: "Without a command it shows the list. docs/wallet.md says how to fill it.",
    subcommands: [
      WalletListVerb.self, WalletShowVerb.self, Play.self, Pause.self, Resume.self, Next.self, Previous.self, Stop.self,
      Eject.self, Status.self, WalletRefreshVerb.self, WalletDiagnoseVerb.self,
    ],
    defaultSubcommand: WalletListVerb.self)
}
