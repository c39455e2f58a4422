internal import ArgumentParser
internal import Wallet

/// `albumscanctl wallet list`
struct WalletListVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the discs by artist and date.",
    discussion: "If MPD can't be reached, this shows the discs as they were last time and exits with 75.")

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    let wallet = try await context.wallet()
    if context.output.json {
      try context.output.print(document: WalletReport(wallet, named: "wallet-list"))
      return try CommandContext.end(wallet)
    }
    if !wallet.discs.isEmpty {
      for line in WalletWords.table(of: wallet).lines(on: context.output) { context.output.say(line) }
    }
    if wallet.state.name == .empty, let message = wallet.state.message { context.output.say(message) }
    if let notice = wallet.notice { try context.remark(notice, on: wallet) }
    try CommandContext.end(wallet)
  }
}

extension CommandContext {
  /// Says that not all discs are shown, once for each wallet.
  fileprivate func remark(_ notice: String, on wallet: Wallet) throws {
    var cache = walletStore.cache
    // A wallet without its library has none: what was said of the whole one isn't said again when that is back.
    guard !wallet.fingerprint.isEmpty, cache.noticed != wallet.fingerprint else { return }
    remark(notice)
    cache.noticed = wallet.fingerprint
    try walletStore.keep(cache)
  }
}
