internal import Albums
internal import ArgumentParser
internal import Console
internal import Disk
internal import Foundation
internal import Pages
internal import Pipeline
internal import Records
internal import SystemPackage

/// `albumscanctl delete`
struct DeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete scans and their folders. The photos stay.",
    discussion: "--undo restores what was deleted last.")

  @Argument(help: "The scans' numbers.", completion: .scans)
  var ids: [Int64] = []

  @Flag(help: "Restore what was deleted last.")
  var undo = false

  @OptionGroup var options: CommonOptions

  func validate() throws {
    if ids.isEmpty != undo { throw ValidationError("Name the scans to delete, or use --undo.") }
  }

  func run() async throws {
    let context = try CommandContext.open(options)
    let trash = TrashFolder(root: context.root)
    let gallery = GalleryUpdater(ledger: context.ledger, root: context.root, renderer: HTMLRenderer())
    var actions = ScanActionReport()
    if undo {
      guard let scan = try await context.ledger.lastDeleted() else {
        CommandOutput.complain("Nothing was deleted.")
        throw ExitCode.noSuchScan
      }
      let marker = try context.resultsMarker()
      // The ledger comes last: after a crash in between, repeating the command finishes it.
      let bundle = try trash.bringBack(scan)
      try await context.ledger.undelete(scan.id, bundle: bundle)
      gallery.changed(scan.id, at: scan.finished ?? Date())
      try await gallery.refresh()
      marker?.clear()
      actions.note(scan.id, .carriedOut)
      try actions.report("delete/1", on: context, done: "was restored")
      return
    }
    let marker = try context.resultsMarker()
    for id in ids.map(ScanID.init) {
      let finished = try await context.ledger.scan(id)?.finished
      // The ledger comes first: a crash in between leaves an extra folder, but never an entry without its page.
      let outcome = try await context.ledger.delete(id, now: Date())
      if outcome == .carriedOut {
        // The result may have come just before, or have got another name.
        if let bundle = try await context.ledger.scan(id)?.bundle { try trash.moveBundle(bundle, of: id) }
        // While it is made again, nobody knows the month in which it stood.
        if let finished { gallery.changed(id, at: finished) } else { gallery.markAll() }
      }
      actions.note(id, outcome)
    }
    try await gallery.refresh()
    marker?.clear()
    try actions.report("delete/1", on: context, done: "was deleted (to restore it: albumscanctl delete --undo)")
  }
}
