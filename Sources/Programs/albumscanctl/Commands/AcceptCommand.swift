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
    commandName: "accept", abstract: "Settle a scan: choose one of its candidates, or say which album it is.",
    discussion: """
      No model is asked again to identify the album.

      With --album, any scan can be settled: one that is unsure, has failed, waits, or has the wrong album. If MusicBrainz
      doesn't have the address, ID, or barcode, the scan stays as it was, and 'show' says so. To go back to its previous
      result: albumscanctl redo ID --undo
      """)

  @Argument(help: "The scan's number.", completion: .settled)
  var id: Int64

  @Argument(
    help: ArgumentHelp("The number of the candidate, as 'unsure' and the page show it (default: 1).", valueName: "N"))
  var number: Int?

  @Option(help: ArgumentHelp("The album: \(StatedAlbum.forms).", valueName: "what"))
  var album: String?

  @OptionGroup var options: CommonOptions

  func validate() throws {
    guard let album else { return }
    if number != nil { throw ValidationError("Choose either candidate N or --album, not both.") }
    guard StatedAlbum(album) != nil else {
      throw ValidationError(
        "\"\(Cleaned.text(album, limit: 100) ?? "")\" isn't understood. --album takes \(StatedAlbum.forms).")
    }
  }

  func run() async throws {
    let context = try CommandContext.open(options)
    var actions = ScanActionReport()
    let outcome: CommandOutcome
    if let statement = album.flatMap(StatedAlbum.normalized) {
      outcome = try await context.ledger.accept(ScanID(id), statement: statement)
    } else {
      outcome = try await context.ledger.accept(ScanID(id), number ?? 1)
    }
    actions.note(ScanID(id), outcome)
    let done =
      album == nil ? "was settled" : "is looked up as you named it. To see what came of it: albumscanctl show \(id)"
    try actions.report("accept/1", on: context, done: done)
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
