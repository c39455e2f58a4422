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
    let desk = try Desk.open(options)
    var tally = Tally(schema: "albumscan/accept/1")
    tally.note(ScanID(id), try await desk.ledger.accept(ScanID(id), number))
    try tally.report(on: desk, done: "is settled")
    if desk.daemon == nil {
      desk.remark("albumscand is not running; it goes on when you start it: systemctl --user start albumscand")
    }
  }
}
