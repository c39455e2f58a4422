internal import ArgumentParser
internal import Wallet

/// `albumscanctl wallet list`
struct WalletListVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "The discs, by artist and date.",
    discussion: "While MPD can't be asked it shows the discs as they were, and exits with 75.")

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let desk = try Desk.open(options)
    let wallet = try await desk.wallet()
    if desk.paper.json {
      try desk.paper.print(document: WalletReport(wallet, named: "wallet-list"))
      return try Desk.end(wallet)
    }
    if !wallet.discs.isEmpty {
      for line in WalletWords.table(of: wallet).lines(on: desk.paper) { desk.paper.say(line) }
    }
    if wallet.state.name == .empty, let message = wallet.state.message { desk.paper.say(message) }
    if let notice = wallet.notice { try desk.remark(notice, on: wallet) }
    try Desk.end(wallet)
  }
}

extension Desk {
  /// Says that not all discs are shown, once for each wallet.
  fileprivate func remark(_ notice: String, on wallet: Wallet) throws {
    var memory = walletShelf.memory
    // A wallet without its library has none: what was said of the whole one isn't said again when that is back.
    guard !wallet.fingerprint.isEmpty, memory.noticed != wallet.fingerprint else { return }
    remark(notice)
    memory.noticed = wallet.fingerprint
    try walletShelf.keep(memory)
  }
}
