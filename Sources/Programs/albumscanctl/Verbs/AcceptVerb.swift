internal import Albums
internal import ArgumentParser
internal import Records

/// `albumscanctl accept`
struct AcceptVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept", abstract: "Settles an unsure scan: it is this album. No album is identified again.")

  @Argument(help: "The scan's number.", completion: Completions.unsure)
  var id: Int64

  @Argument(help: ArgumentHelp("Which candidate, as 'unsure' and the page count them.", valueName: "N"))
  var number = 1

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    var actions = ScanActionReport(schema: "albumscan/accept/1")
    actions.note(ScanID(id), try await context.ledger.accept(ScanID(id), number))
    try actions.report(on: context, done: "is settled")
    if context.daemon == nil {
      context.remark("albumscand is not running; it goes on when you start it: systemctl --user start albumscand")
    }
  }
}
