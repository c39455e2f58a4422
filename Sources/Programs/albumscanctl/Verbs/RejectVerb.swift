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
    abstract: "It isn't this album, or none of these: the result is taken away, and not the photo."
  )

  @Argument(help: "Numbers of scans.", completion: Completions.scans)
  var ids: [Int64]

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let desk = try Desk.open(options)
    let gallery = GalleryKeeper(ledger: desk.ledger, root: desk.root, press: Press())
    let rejection = Rejection(ledger: desk.ledger, root: desk.root, gallery: gallery)
    var tally = Tally(schema: "albumscan/reject/1")
    for id in ids.map(ScanID.init) { tally.note(id, try await rejection.reject(id)) }
    try await gallery.refresh()
    try tally.report(on: desk, done: "is rejected")
  }
}
