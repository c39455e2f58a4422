internal import Albums
internal import ArgumentParser
internal import Console
internal import Foundation
internal import Records

/// `albumscanctl history`
struct HistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "history", abstract: "List all scans, newest first.")

  @Option(parsing: .unconditional, help: ArgumentHelp("The most scans to list; 0 for all.", valueName: "number"))
  var limit = 20

  @Option(parsing: .unconditional, help: ArgumentHelp("Only scans before this one.", valueName: "ID"))
  var before: Int64?

  @Option(help: "Only scans in this state (repeatable).")
  var state: [ScanState] = []

  @Option(
    help: ArgumentHelp(
      "Only scans with these words in artist, title, label, genre, year, or the photo's name.", valueName: "words"))
  var search: String?

  @Option(
    help: ArgumentHelp("Only scans of albums on this list.", valueName: "name"), completion: .lists)
  var list: String?

  @OptionGroup var options: CommonOptions

  func validate() throws {
    if let list { _ = try ListName.checked(list) }
    try expect("--limit", limit, from: 0)
    try expect("--before", before, from: 1)
  }

  func run() async throws {
    let context = try CommandContext.open(options)
    let scans = try await context.ledger.scans(
      limit: limit == 0 ? nil : limit, before: before.map(ScanID.init), states: state, search: search ?? "",
      list: list.flatMap(ListName.init(name:)))
    if context.output.json {
      return try context.output.print("history/1", ["scans": scans])
    }
    if scans.isEmpty {
      let nothing = state.isEmpty && search == nil && before == nil && list == nil
      return context.output.say(
        nothing ? "Scan your first album to begin: albumscanctl scan PHOTO" : "No scan matches.")
    }
    let rows = scans.map { scan in
      let review = scan.document?.review
      return [
        "\(scan.id)", Phrases.moment(scan.finished ?? scan.arrived), state(scan.state, on: context.output),
        review?.rating.map { String(format: "%.1f %@", $0, review?.emoji ?? "") } ?? "", Phrases.title(of: scan),
        scan.document?.album.releaseYear ?? "", photo(of: scan, on: context.output),
      ]
    }
    // `show` has what doesn't fit a narrow terminal.
    let width = context.output.width ?? .max
    let shown = width < 56 ? [0, 2, 4] : width < 76 ? Array(0..<5) : Array(0..<7)
    let header = ["ID", "WHEN", "STATE", "RATING", "ALBUM", "YEAR", "PHOTO"]
    context.output.say(
      Table(header: header, rows: rows, columns: shown, names: shown.count < 7 ? [shown.count - 1] : [4, 6]))
    if let last = scans.last, scans.count == limit, context.output.width != nil {
      context.output.say("Older scans: albumscanctl history --before \(last.id)")
    }
  }
}

extension HistoryCommand {
  /// The photo's name, shortened first: most people look for the album. `3/9` is the third of nine sleeves in it.
  private func photo(of scan: Scan, on output: CommandOutput) -> String {
    let sleeve = scan.part.map { " \($0.number)/\($0.of)" } ?? ""
    return (output.width.map { Columns.fitted(scan.name, to: $0 / 5 - sleeve.count) } ?? scan.name) + sleeve
  }

  private func state(_ state: ScanState, on output: CommandOutput) -> String {
    switch state {
    case .done: output.style(.good, state.rawValue)
    case .unsure: output.style(.doubtful, state.rawValue)
    case .failed: output.style(.bad, state.rawValue)
    case .rejected: output.style(.faint, state.rawValue)
    case .waiting, .running: state.rawValue
    }
  }
}

extension ScanState: ExpressibleByArgument {}
