internal import Albums
internal import Foundation
internal import Records
internal import SystemPackage

/// The outcome of a photo, for `scan`: the album or the reason, and what to do next.
struct ScanOutcome {
  let scan: Scan
  let root: FilePath
  let output: CommandOutput
  /// Of the line; nil while it goes on.
  let pause: Pause?
  /// What a disk needs that nothing can be written to; nil while all of them can.
  let disk: String?

  var lines: [String] {
    switch scan.state {
    case .done, .unsure:
      let rating = scan.document?.review.rating.map { String(format: ", %.1f out of 10", $0) } ?? ""
      let title = output.strong("\(scan.id)  \(Phrases.title(of: scan))\(rating)")
      let page = scan.bundle.map { "    \(root.appending($0).appending("index.html"))" }
      return [title, page].compactMap { $0 }
    case .failed, .rejected:
      let again = "albumscanctl retry \(scan.id)"
      let hint = scan.hint.flatMap { $0 == again ? nil : "    \($0)" }
      let reason = "\(scan.id)  \(scan.name): \(scan.reason ?? "no result")"
      return [reason, hint, "    To retry: \(again)"].compactMap(\.self)
    case .waiting where pause != nil:
      let reason = pause.map(\.reason).flatMap { $0.isEmpty ? nil : ": \($0)" } ?? ""
      return ["\(scan.id)  \(scan.name) waits: the queue is paused\(reason)", "    To continue: albumscanctl resume"]
    case .waiting, .running:
      let why = scan.heldReason ?? disk ?? "its turn"
      return ["\(scan.id)  \(scan.name) waits: \(why)", "    See: albumscanctl status"]
    }
  }
}
