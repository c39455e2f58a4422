internal import ArgumentParser
internal import Disk
internal import Foundation
internal import SystemPackage
internal import Wallet

/// `albumscanctl wallet refresh`
struct WalletRefreshVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh", abstract: "Build the wallet again, with its pictures, even if nothing has changed.")

  @Flag(help: "Look for all pictures again, not only for missing ones.")
  var pictures = false

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    let discs = try await context.wallet(isForced: true)
    // Thousands of pictures take minutes: the page shows the discs at once, and each hundred pictures when they are there.
    try context.publish(discs)
    let search = PictureSearch(
      server: try context.music, converter: CommandContext.imaging(), store: context.walletStore, root: context.root)
    let wallet = try await search.run(discs, isForced: pictures) { wallet, left in
      try context.publish(wallet)
      context.output.progress("Looking for pictures: \(left) of \(Phrases.count(wallet.discs.count, "disc")) to go")
    }
    context.output.progress("")
    try context.publish(wallet)
    if context.output.json {
      try context.output.print(document: WalletReport(wallet, named: "wallet-refresh"))
      return try CommandContext.end(wallet)
    }
    let pictured = wallet.discs.count { $0.artwork != nil }
    context.output.say(
      "\(Phrases.count(wallet.discs.count, "disc")), \(pictured) with a picture."
        + (wallet.notice.map { " \($0)" } ?? ""))
    let folder = context.root.appending("done")
    if !Folder.isThere(folder) {
      context.output.say(
        "No page was written, because \(folder) doesn't exist yet. albumscand creates it; see: albumscanctl status")
    }
    if wallet.state.name == .empty, let message = wallet.state.message { context.output.say(message) }
    try CommandContext.end(wallet)
  }
}
