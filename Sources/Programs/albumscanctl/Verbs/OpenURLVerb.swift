internal import ArgumentParser
internal import Wallet

/// `albumscanctl open-url`
struct OpenURLVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open-url", abstract: "Does what was chosen on the wallet's page.",
    discussion: """
      Desktops call this for addresses that begin with albumscan:. It takes nothing but what the wallet's own page has, with \
      that page's key: an address on another page does nothing.
      """, shouldDisplay: false)

  @Argument(help: "albumscan:play?id=DISC&k=KEY, and the like.")
  var address: String

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let desk = try Desk.open(options)
    guard let address = WalletAddress(address) else {
      Paper.complain("This is no address of the wallet's page, so nothing is done.")
      throw ExitCode.validationFailure
    }
    guard let key = address.key, key == WalletKey.known(in: desk.walletShelf.folder) else {
      Paper.complain(
        "This address doesn't come from this wallet's page, so nothing is done. If it does, load the page again:"
          + " albumscanctl wallet refresh")
      throw ExitCode.failure
    }
    let player = try PlayerDesk.open(options)
    switch address.action {
    case .play:
      try await player.play(try await player.disc(address.disc ?? ""), track: address.track, force: false)
    case .pause: try await player.report { (try await player.player.pause(), nil) }
    case .next: try await player.report { (try await player.player.next(), nil) }
    case .previous: try await player.report { (try await player.player.previous(), nil) }
    }
  }
}
