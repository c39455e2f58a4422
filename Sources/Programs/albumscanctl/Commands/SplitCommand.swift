internal import Albums
internal import ArgumentParser
internal import Console
internal import Records

/// `albumscanctl split`
struct SplitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "split", abstract: "Make scans of their own of the photos that joined a scan.",
    discussion: """
      A photo of the back, the spine, or the label of a record joins the scan of its front, and so does each further \
      frame of one sleeve. If such a photo shows another record, this scans it by itself, and removes it from the other \
      page.
      """)

  @Argument(help: "The number of the scan with the photos, or of one of the photos.", completion: .scans)
  var id: Int64

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    var actions = ScanActionReport()
    let (outcome, released) = try await context.ledger.split(ScanID(id))
    if outcome == .carriedOut {
      for photo in released { actions.note(photo, outcome) }
    } else {
      actions.note(ScanID(id), outcome)
    }
    try actions.report("split/1", on: context, done: "is scanned by itself")
    context.remarkIfStopped()
  }
}
