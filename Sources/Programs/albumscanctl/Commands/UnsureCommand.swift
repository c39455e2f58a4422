internal import Albums
internal import ArgumentParser
internal import Console
internal import Records

/// `albumscanctl unsure`
struct UnsureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unsure", abstract: "List the scans that need you, each with its candidate albums.")

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    let scans = try await context.ledger.scans(HistoryQuery(states: [.unsure]))
    var entries: [Report.Entry] = []
    for scan in scans { entries.append(Report.Entry(scan, try await context.ledger.candidates(of: scan.id))) }
    if context.output.json { return try context.output.print(document: Report(scans: entries)) }
    if entries.isEmpty { return context.output.say("Nothing needs you.") }
    for entry in entries {
      context.output.say(
        context.output.strong("\(entry.scan.id)  \(context.output.fitted(entry.scan.photo, indent: 6))"))
      for line in words(on: entry).flatMap(context.output.folded) { context.output.say(line) }
    }
  }

  private func words(on entry: Report.Entry) -> [String] {
    var lines = entry.scan.reason.map { ["   \($0)"] } ?? []
    for candidate in entry.candidates {
      let album = candidate.album
      let more = [album.releaseYear, album.disambiguation].compactMap { $0 }.joined(separator: ", ")
      lines.append(
        "  \(candidate.number)  \(album.artistName) – \(album.albumTitle)\(more.isEmpty ? "" : " (\(more))"), "
          + EvidenceWords.title(of: album.confidence).lowercased())
      lines.append("     \(EvidenceWords.why(album.evidence))")
    }
    let choice = entry.candidates.count > 1 ? " N" : ""
    return lines + ["    → albumscanctl accept \(entry.scan.id)\(choice)   or   albumscanctl reject \(entry.scan.id)"]
  }

  private struct Report: Encodable {
    struct Entry: Encodable {
      let scan: ScanSummary
      let candidates: [Candidate]

      init(_ scan: Scan, _ albums: [Identification]) {
        self.scan = ScanSummary(scan)
        let listed = scan.document?.identification.candidates ?? []
        candidates = albums.enumerated().map { index, album in
          Candidate(
            number: index + 1, album: album, artwork: listed.first { $0.number == index + 1 }?.artwork)
        }
      }
    }

    /// A candidate album with its number, everything known about it, and its cover's file in the bundle.
    struct Candidate: Encodable {
      let number: Int
      let album: Identification
      let artwork: String?

      private enum CodingKeys: String, CodingKey { case number, artwork, why }

      func encode(to encoder: any Encoder) throws {
        try album.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(number, forKey: .number)
        try container.encode(artwork, forKey: .artwork)
        try container.encode(EvidenceWords.why(album.evidence), forKey: .why)
      }
    }

    let schema = "albumscan/unsure/1"
    let scans: [Entry]
  }
}
