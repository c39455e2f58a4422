internal import Albums
internal import ArgumentParser
internal import Wallet

/// `albumscanctl wallet show`
struct WalletShowVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a disc with its tracks, in playing order.")

  @Argument(help: "The disc's name, as 'wallet list' shows it. Its first four characters are enough.")
  var id: String

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    let wallet = try await context.wallet()
    let disc = try CommandContext.disc(id, in: wallet)
    let origins = DiscOrigins.all(of: wallet, on: context).first { $0.disc == disc.id }
    if context.output.json {
      return try context.output.print(document: DiscReport(disc: disc, origins: Nullable(origins)))
    }
    for line in WalletWords.lines(of: disc, origins, on: context.output) { context.output.say(line) }
  }
}
