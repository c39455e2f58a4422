internal import Albums
internal import ArgumentParser
internal import Foundation
internal import Pages
internal import Pipeline
internal import Records

/// `albumscanctl reject`
struct RejectVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reject",
    abstract: "Settle a scan: it isn't this album, or none of the candidates. The result is removed; the photo stays."
  )

  @Argument(help: "The scans' numbers.", completion: Completions.scans)
  var ids: [Int64]

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    let gallery = GalleryUpdater(ledger: context.ledger, root: context.root, renderer: HTMLRenderer())
    let rejection = Rejection(ledger: context.ledger, root: context.root, gallery: gallery)
    var actions = ScanActionReport(schema: "albumscan/reject/1")
    for id in ids.map(ScanID.init) { actions.note(id, try await rejection.reject(id)) }
    try await gallery.refresh()
    try actions.report(on: context, done: "was rejected")
  }
}
