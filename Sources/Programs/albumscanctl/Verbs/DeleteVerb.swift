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
    let context = try CommandContext.open(options)
    let trash = TrashFolder(root: context.root)
    let gallery = GalleryUpdater(ledger: context.ledger, root: context.root, renderer: HTMLRenderer())
    var actions = ScanActionReport(schema: "albumscan/delete/1")
    if undo {
      guard let scan = try await context.ledger.lastDeleted() else {
        CommandOutput.complain("Nothing is deleted.")
        throw ExitCode.noSuchScan
      }
      // Back into the ledger last: after a crash in between, whoever says it again finds it done.
      let bundle = try trash.bringBack(scan)
      try await context.ledger.undelete(scan.id, bundle: bundle)
      gallery.changed(scan.id, at: scan.finished ?? Date())
      try await gallery.refresh()
      actions.note(scan.id, .carriedOut)
      try actions.report(on: context, done: "is back")
      return
    }
    for id in ids.map(ScanID.init) {
      let scan = try await context.ledger.scan(id)
      let outcome = try await context.ledger.delete(id, now: Date())
      // Out of the ledger first: a crash in between leaves a folder too many, never a page that is missing.
      if outcome == .carriedOut, let bundle = scan?.bundle { try trash.putAway(bundle, of: id) }
      if outcome == .carriedOut { gallery.changed(id, at: scan?.finished ?? Date()) }
      actions.note(id, outcome)
    }
    try await gallery.refresh()
    try actions.report(on: context, done: "is deleted (albumscanctl delete --undo takes it back)")
  }
}
