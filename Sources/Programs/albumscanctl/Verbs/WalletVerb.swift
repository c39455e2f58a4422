internal import ArgumentParser

/// `albumscanctl wallet`
struct WalletVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wallet",
    abstract: "Show and play the CD wallet: the albums of an MPD playlist, and those you scanned.",
    discussion: "Without a subcommand, this lists the discs. docs/wallet.md explains how to fill the wallet.",
    subcommands: [
      WalletListVerb.self, WalletShowVerb.self, Play.self, Pause.self, Resume.self, Next.self, Previous.self, Stop.self,
      Eject.self, Status.self, WalletRefreshVerb.self, WalletDiagnoseVerb.self,
    ],
    defaultSubcommand: WalletListVerb.self)
}
