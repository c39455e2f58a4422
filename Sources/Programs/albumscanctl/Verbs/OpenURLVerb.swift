internal import ArgumentParser
internal import Foundation
internal import Records
internal import Wallet

/// `albumscanctl open-url`
struct OpenURLVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open-url", abstract: "Does what was chosen on a page of the wallet or of an album.",
    discussion: """
      Desktops call this for addresses that begin with albumscan:. It takes nothing but what AlbumScan's own pages have, with \
      the key of this installation: an address on another page does nothing.
      """, shouldDisplay: false)

  @Argument(help: "albumscan:play?id=DISC&k=KEY, albumscan:play?scan=NUMBER&k=KEY, and the like.")
  var address: String

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    guard let address = WalletAddress(address) else {
      CommandOutput.complain("This is no address of a page of AlbumScan, so nothing is done.")
      throw ExitCode.validationFailure
    }
    guard let key = address.key, key == WalletKey.known(in: context.walletStore.folder) else {
      CommandOutput.complain(
        "This address doesn't come from a page of this AlbumScan, so nothing is done. If it does, load the page again:"
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
