internal import ArgumentParser
internal import Console
internal import Foundation
internal import Records
internal import Wallet

/// `albumscanctl open-url`
struct OpenURLCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open-url", abstract: "Carry out what you chose on a page of the wallet or of an album.",
    discussion: """
      Desktops run this for addresses that begin with albumscan:. It accepts only addresses from AlbumScan's own \
      pages, which contain the key of this installation. An address on any other page does nothing.
      """, shouldDisplay: false)

  @Argument(help: "The address, for example albumscan:play?id=DISC&k=KEY or albumscan:play?scan=NUMBER&k=KEY.")
  var address: String

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    guard let address = WalletAddress(address) else {
      CommandOutput.complain("This isn't an address from one of AlbumScan's pages. Nothing was done.")
      throw ExitCode.validationFailure
    }
    guard let key = address.key, key == WalletKey.known(in: context.walletStore.folder) else {
      CommandOutput.complain(
        "This address doesn't come from a page of this installation. Nothing was done. If it does, recreate the page:"
          + " albumscanctl wallet refresh")
      throw ExitCode.failure
    }
    let player = try PlayerContext.open(options)
    switch address.action {
    case .play:
      if let scan = address.scan {
        // It was chosen on the scan's page.
        try await context.ledger.viewed(scan, now: Date())
        return try await player.play(
          try await player.disc(of: try await context.scan(scan)), track: address.track, force: false)
      }
      try await player.play(try await player.disc(address.disc ?? ""), track: address.track, force: false)
    case .pause:
      guard let name = address.disc else { return try await player.report { (try await player.player.pause(), nil) } }
      let disc = try await player.disc(name)
      try await player.report { (try await player.player.pause(disc), nil) }
    case .next: try await player.report { (try await player.player.next(), nil) }
    case .previous: try await player.report { (try await player.player.previous(), nil) }
    }
  }
}
