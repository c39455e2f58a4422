internal import Albums
internal import ArgumentParser
internal import Foundation
internal import Records

/// `albumscanctl history`
struct HistoryVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "history", abstract: "All scans, newest first.")

  @Option(help: ArgumentHelp("How many at most; 0 for all.", valueName: "number"))
  var limit = 20

  @Option(help: ArgumentHelp("Only scans before this one.", valueName: "ID"))
  var before: Int64?

  @Option(help: "Only scans in this state (repeatable): waiting, running, unsure, done, failed or rejected.")
  var state: [ScanState] = []

  @Option(help: ArgumentHelp("Only where this stands in artist, title or the photo's name.", valueName: "words"))
  var search: String?

  @OptionGroup var options: CommonOptions

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit takes 0 or more.") }
  }

  func run() async throws {
    let desk = try Desk.open(options)
    let scans = try await desk.ledger.scans(
      HistoryQuery(limit: limit == 0 ? nil : limit, before: before.map(ScanID.init), states: state, search: search))
    if desk.paper.json {
      return try desk.paper.print(document: HistoryReport(scans: scans.map(ScanSummary.init)))
    }
    if scans.isEmpty {
      let nothing = state.isEmpty && search == nil && before == nil
      return desk.paper.say(
        nothing ? "Scan your first album to begin: albumscanctl scan PHOTO" : "No scan is like that.")
    }
    let rows = scans.map { scan in
      [
        "\(scan.id)", Phrases.moment(scan.finished ?? scan.arrived), scan.state.rawValue,
        scan.document?.review.rating.map { String(format: "%.1f", $0) } ?? "", Phrases.title(of: scan), scan.name,
      ]
    }
    for line in Table(header: ["ID", "WHEN", "STATE", "RATING", "ALBUM", "PHOTO"], rows: rows).lines(on: desk.paper) {
      desk.paper.say(line)
    }
    if let last = scans.last, scans.count == limit, desk.paper.width != nil {
      desk.paper.say("Older ones: albumscanctl history --before \(last.id)")
    }
  }
}

private struct HistoryReport: Encodable {
  let schema = "albumscan/history/1"
  let scans: [ScanSummary]
}

extension ScanState: ExpressibleByArgument {}
