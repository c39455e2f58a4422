internal import Albums
internal import ArgumentParser
internal import Foundation
internal import Records

/// `albumscanctl history`
struct HistoryVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "history", abstract: "All scans, newest first.")

  @Option(parsing: .unconditional, help: ArgumentHelp("How many at most; 0 for all.", valueName: "number"))
  var limit = 20

  @Option(parsing: .unconditional, help: ArgumentHelp("Only scans before this one.", valueName: "ID"))
  var before: Int64?

  @Option(help: "Only scans in this state (repeatable): waiting, running, unsure, done, failed or rejected.")
  var state: [ScanState] = []

  @Option(
    help: ArgumentHelp(
      "Only where these words stand in artist, title, label, genre, year or the photo's name.", valueName: "words"))
  var search: String?

  @OptionGroup var options: CommonOptions

  func validate() throws {
    try expect("--limit", limit, from: 0)
    try expect("--before", before, from: 1)
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
      let review = scan.document?.review
      return [
        "\(scan.id)", Phrases.moment(scan.finished ?? scan.arrived), state(scan.state, on: desk.paper),
        review?.rating.map { String(format: "%.1f %@", $0, review?.emoji ?? "") } ?? "", Phrases.title(of: scan),
        scan.document?.album.releaseYear ?? "", photo(scan.name, on: desk.paper),
      ]
    }
    // What a narrow terminal has no room for is told by `show`.
    let width = desk.paper.width ?? .max
    let shown = width < 56 ? [0, 2, 4] : width < 76 ? Array(0..<5) : Array(0..<7)
    let header = ["ID", "WHEN", "STATE", "RATING", "ALBUM", "YEAR", "PHOTO"]
    let table = Table(
      header: shown.map { header[$0] }, rows: rows.map { row in shown.map { row[$0] } },
      names: shown.count < 7 ? [shown.count - 1] : [4, 6])
    for line in table.lines(on: desk.paper) { desk.paper.say(line) }
    if let last = scans.last, scans.count == limit, desk.paper.width != nil {
      desk.paper.say("Older ones: albumscanctl history --before \(last.id)")
    }
  }
}

extension HistoryVerb {
  /// The album is what most people look for.
  private func photo(_ name: String, on paper: Paper) -> String {
    paper.width.map { Columns.fitted(name, to: $0 / 5) } ?? name
  }

  private func state(_ state: ScanState, on paper: Paper) -> String {
    switch state {
    case .done: paper.ink(.good, state.rawValue)
    case .unsure: paper.ink(.doubtful, state.rawValue)
    case .failed: paper.ink(.bad, state.rawValue)
    case .rejected: paper.ink(.faint, state.rawValue)
    case .waiting, .running: state.rawValue
    }
  }
}

private struct HistoryReport: Encodable {
  let schema = "albumscan/history/1"
  let scans: [ScanSummary]
}

extension ScanState: ExpressibleByArgument {}
