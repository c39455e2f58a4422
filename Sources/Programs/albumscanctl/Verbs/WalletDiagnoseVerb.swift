internal import ArgumentParser
internal import Wallet

/// `albumscanctl wallet diagnose`
struct WalletDiagnoseVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diagnose", abstract: "Why the wallet is as it is: which playlist, which entries, what went wrong.",
    discussion: """
      A title level says how well two titles agree: 1 the same, 2 another edition, 3 a short form, 4 a bracket that \
      nothing is known of. An artist level: 1 the same, 2 but for blanks, 3 the first of several, 0 by the title alone.
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
