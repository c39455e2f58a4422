internal import ArgumentParser
internal import Wallet

/// `albumscanctl wallet diagnose`
struct WalletDiagnoseVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diagnose", abstract: "Explain the wallet: which playlist, which entries, and what went wrong.",
    discussion: """
      Title level, how well two titles match: 1 identical, 2 another edition, 3 a short form, 4 one has an \
      unknown part in brackets. Artist level: 1 identical, 2 identical but for spaces, 3 the first of several artists, \
      0 by title alone.
      """)

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    let wallet = try await context.wallet()
    let origins = DiscOrigins.all(of: wallet, on: context)
    if context.output.json {
      try context.output.print(document: WalletDiagnosis(wallet, origins))
    } else {
      for line in WalletWords.lines(of: wallet, origins) { context.output.say(line) }
    }
    try CommandContext.end(wallet)
  }
}
