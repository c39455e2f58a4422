internal import Albums
internal import ArgumentParser
internal import Console
internal import Disk
internal import Foundation
internal import Pages
internal import Pipeline
internal import Records

/// `albumscanctl accept`
struct AcceptCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept", abstract: "Settle an unsure scan by choosing one of its candidates.",
    discussion: "No model is asked again to identify the album.")

  @Argument(help: "The scan's number.", completion: .unsure)
  var id: Int64

  @Argument(help: ArgumentHelp("The number of the candidate, as 'unsure' and the page show it.", valueName: "N"))
  var number = 1

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    var actions = ScanActionReport()
    actions.note(ScanID(id), try await context.ledger.accept(ScanID(id), number))
    try actions.report("accept/1", on: context, done: "was settled")
    context.remarkIfStopped()
  }
}

/// `albumscanctl reject`
struct RejectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reject",
    abstract: "Reject a scan's album, or all of its candidates. The result is removed; the photo stays."
  )

  @Argument(help: "The scans' numbers.", completion: .scans)
  var ids: [Int64]

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    let gallery = GalleryUpdater(ledger: context.ledger, root: context.root, renderer: HTMLRenderer())
    let rejection = Rejection(ledger: context.ledger, root: context.root, gallery: gallery)
    var actions = ScanActionReport()
    let marker = try context.resultsMarker()
    for id in ids.map(ScanID.init) { actions.note(id, try await rejection.reject(id)) }
    try await gallery.refresh()
    marker?.clear()
    try actions.report("reject/1", on: context, done: "was rejected")
  }
}
