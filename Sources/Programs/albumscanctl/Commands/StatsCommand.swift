internal import Albums
internal import ArgumentParser
internal import Console
internal import Disk
internal import Foundation
internal import Pages
internal import Pipeline
internal import Records
internal import SystemPackage

/// `albumscanctl stats`
struct StatsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show statistics of all albums: scans per month, ratings, labels, decades, costs.",
    discussion: "This also redraws the page done/stats.html.")

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    let gallery = GalleryUpdater(ledger: context.ledger, root: context.root, renderer: HTMLRenderer())
    let statistics = try await context.ledger.statistics(asOf: Date().rfc3339)
    var page: String?
    do {
      let marker = try context.resultsMarker()
      page = try await gallery.draw(statistics)?.string
      marker?.clear()
    } catch {
      CommandOutput.complain("The page can't be written: \(error)")
    }
    if context.output.json {
      return try context.output.print("stats/1", ["page": page, "statistics": statistics])
    }
    guard statistics.albums > 0 else {
      return context.output.say("No albums yet. Scan one: albumscanctl scan PHOTO.jpg")
    }
    say(statistics, on: context.output)
    if let page { context.output.say("Page with charts: \(page)") }
  }

  private func say(_ statistics: Statistics, on output: CommandOutput) {
    let average = statistics.averageRating.map { ", \(String(format: "%.1f", $0)) out of 10 on average" } ?? ""
    output.say(
      "\(Phrases.count(statistics.albums, "album")), \(Phrases.count(statistics.reviewed, "review"))\(average); "
        + "spent: \(CostText.dollars(statistics.usd))")
    if let median = statistics.medianSeconds {
      output.say("Half of the scans took \(Phrases.duration(median)) or less, without waiting in the queue.")
    }
    let ratings = statistics.ratings.map { ("\($0.name)–\((Int($0.name) ?? 0) + 1)", $0.count) }
    let groups: [(String, [(name: String, count: Int)])] = [
      ("SCANS PER MONTH", statistics.months.suffix(12).map { ($0.name, $0.count) }),
      ("YEARS OF DISCOVERY", statistics.years.map { ($0.name, $0.count) }),
      ("RATINGS", statistics.reviewed == 0 ? [] : ratings.reversed()),
      ("VERDICTS", statistics.recommendations.map { ($0.name, $0.count) }),
      ("LABELS", statistics.labels.map { ($0.name, $0.count) }),
      ("DECADES", statistics.decades.map { ("\($0.name)s", $0.count) }),
      ("LISTS", statistics.lists.map { ($0.name, $0.count) }),
      ("ARTISTS", statistics.artists.map { ($0.name, $0.count) }),
    ]
    for (title, rows) in groups where !rows.isEmpty {
      output.say()
      output.say(output.strong(title))
      let most = rows.map(\.count).max() ?? 1
      let names = min(rows.map { Columns.width(of: $0.name) }.max() ?? 0, 24)
      for row in rows {
        let name = output.width == nil ? row.name : Columns.fitted(row.name, to: names)
        let margin = String(repeating: " ", count: max(0, names - Columns.width(of: name)))
        // Numbers only, for output that isn't read by people.
        let width = max(8, min((output.width ?? 0) - names - 12, 40))
        let bar = output.width == nil ? "" : bar(row.count * width * 2 / max(most, 1), isThere: row.count > 0) + " "
        output.say("\(name)\(margin)  \(bar)\(row.count)")
      }
    }
    if !statistics.spending.isEmpty {
      output.say()
      output.say(output.strong("COST PER MONTH"))
      for month in statistics.spending.suffix(12) { output.say("\(month.name)  \(CostText.dollars(month.usd))") }
    }
    output.say()
  }

  /// A bar of half blocks; a value above zero is at least visible.
  private func bar(_ halves: Int, isThere: Bool) -> String {
    let halves = max(halves, isThere ? 1 : 0)
    return String(repeating: "█", count: halves / 2) + (halves % 2 == 1 ? "▌" : "")
  }
}
