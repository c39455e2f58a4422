internal import Albums
internal import ArgumentParser
internal import Records

/// `albumscanctl accept`
struct AcceptVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept", abstract: "Settle an unsure scan: it is this album.",
    discussion: "No model is asked again to identify the album.")

  @Argument(help: "The scan's number.", completion: Completions.unsure)
  var id: Int64

  @Argument(help: ArgumentHelp("The number of the candidate, as 'unsure' and the page show it.", valueName: "N"))
  var number = 1

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    var actions = ScanActionReport(schema: "albumscan/accept/1")
    actions.note(ScanID(id), try await context.ledger.accept(ScanID(id), number))
    try actions.report(on: context, done: "was settled")
    if context.daemon == nil {
      context.remark("albumscand isn't running. To continue, start it: systemctl --user start albumscand")
    }
  }
}
