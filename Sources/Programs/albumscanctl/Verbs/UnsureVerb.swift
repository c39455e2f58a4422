internal import Albums
internal import ArgumentParser
internal import Records

/// `albumscanctl unsure`
struct UnsureVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unsure", abstract: "What needs a person: each scan with the albums that it may be.")

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let desk = try Desk.open(options)
    var entries: [Report.Entry] = []
    for scan in try await desk.ledger.scans(HistoryQuery(states: [.unsure])) {
      entries.append(Report.Entry(scan: ScanSummary(scan), candidates: try await desk.ledger.candidates(of: scan.id)))
    }
    if desk.paper.json { return try desk.paper.print(document: Report(scans: entries)) }
    if entries.isEmpty { return desk.paper.say("Nothing needs you.") }
    for entry in entries {
      desk.paper.say(desk.paper.strong("\(entry.scan.id)  \(entry.scan.photo)"))
      for (index, album) in entry.candidates.enumerated() {
        let more = [album.releaseYear, album.disambiguation].compactMap { $0 }.joined(separator: ", ")
        desk.paper.say("  \(index + 1)  \(album.artistName) – \(album.albumTitle)\(more.isEmpty ? "" : " (\(more))")")
      }
      desk.paper.say("    → albumscanctl accept \(entry.scan.id) N   or   albumscanctl reject \(entry.scan.id)")
    }
  }

  private struct Report: Encodable {
    struct Entry: Encodable {
      let scan: ScanSummary
      let candidates: [Identification]
    }

    let schema = "albumscan/unsure/1"
    let scans: [Entry]
  }
}
