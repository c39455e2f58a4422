internal import Albums
internal import ArgumentParser
internal import Disk
internal import Foundation
internal import Pages
internal import Pipeline
internal import Records
internal import SystemPackage

/// `albumscanctl delete`
struct DeleteVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Takes scans out of the history, with their folders. The photos stay.",
    discussion: "The last deletion can be taken back with --undo.")

  @Argument(help: "Numbers of scans.", completion: Completions.scans)
  var ids: [Int64] = []

  @Flag(help: "Takes the last deletion back.")
  var undo = false

  @OptionGroup var options: CommonOptions

  func validate() throws {
    if ids.isEmpty != undo { throw ValidationError("Name scans, or say --undo.") }
  }

  func run() async throws {
    let desk = try Desk.open(options)
    let bin = Bin(root: desk.root)
    let gallery = GalleryKeeper(ledger: desk.ledger, root: desk.root, press: Press())
    var tally = Tally(schema: "albumscan/delete/1")
    if undo {
      guard let scan = try await desk.ledger.lastDeleted() else {
        Paper.complain("Nothing is deleted.")
        throw ExitCode.noSuchScan
      }
      // Back into the ledger last: after a crash in between, whoever says it again finds it done.
      let bundle = try bin.bringBack(scan)
      try await desk.ledger.undelete(scan.id, bundle: bundle)
      gallery.changed(scan.id, at: scan.finished ?? Date())
      try await gallery.refresh()
      tally.note(scan.id, .carriedOut)
      try tally.report(on: desk, done: "is back")
      return
    }
    for id in ids.map(ScanID.init) {
      let scan = try await desk.ledger.scan(id)
      let outcome = try await desk.ledger.delete(id, now: Date())
      // Out of the ledger first: a crash in between leaves a folder too many, never a page that is missing.
      if outcome == .carriedOut, let bundle = scan?.bundle { try bin.putAway(bundle, of: id) }
      if outcome == .carriedOut { gallery.changed(id, at: scan?.finished ?? Date()) }
      tally.note(id, outcome)
    }
    try await gallery.refresh()
    try tally.report(on: desk, done: "is deleted (albumscanctl delete --undo takes it back)")
  }
}
