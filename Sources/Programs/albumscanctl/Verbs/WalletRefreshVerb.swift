internal import ArgumentParser
internal import Disk
internal import Foundation
internal import SystemPackage
internal import Wallet

/// `albumscanctl wallet refresh`
struct WalletRefreshVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh", abstract: "Makes the wallet anew, with its pictures, whether or not anything changed.")

  @Flag(help: "Look for all pictures again, not only for those that are missing.")
  var pictures = false

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let desk = try Desk.open(options)
    let discs = try await desk.wallet(isForced: true)
    // Thousands of pictures take minutes: the page shows the discs at once, and each hundred pictures when they are there.
    try desk.publish(discs)
    let hunt = PictureHunt(server: try desk.music, maker: Desk.darkroom(), shelf: desk.walletShelf, root: desk.root)
    let wallet = try await hunt.run(discs, isForced: pictures) { wallet, left in
      try desk.publish(wallet)
      desk.paper.progress("Looking for pictures: \(left) of \(Phrases.count(wallet.discs.count, "disc")) to go")
    }
    desk.paper.progress("")
    try desk.publish(wallet)
    if desk.paper.json {
      try desk.paper.print(document: WalletReport(wallet, named: "wallet-refresh"))
      return try Desk.end(wallet)
    }
    let pictured = wallet.discs.count { $0.artwork != nil }
    desk.paper.say(
      "\(Phrases.count(wallet.discs.count, "disc")), \(pictured) with a picture."
        + (wallet.notice.map { " \($0)" } ?? ""))
    let folder = desk.root.appending("done")
    if !Folder.isThere(folder) {
      desk.paper.say("No page was written: there is no \(folder) yet. albumscand makes it, see: albumscanctl status")
    }
    if wallet.state.name == .empty, let message = wallet.state.message { desk.paper.say(message) }
    try Desk.end(wallet)
  }
}
