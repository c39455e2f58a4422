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
    let scans = try await context.ledger.scans(states: [.unsure])
    var entries: [(scan: Scan, candidates: [Candidate])] = []
    for scan in scans { entries.append((scan, try await candidates(of: scan, on: context))) }
    if context.output.json {
      let entries = entries.map { ["scan": $0.scan, "candidates": $0.candidates] as JSONObject }
      return try context.output.print("unsure/1", ["scans": entries])
    }
    if entries.isEmpty { return context.output.say("Nothing needs you.") }
    for entry in entries {
      context.output.say(
        context.output.strong("\(entry.scan.id)  \(context.output.fitted(entry.scan.photoTitle, indent: 6))"))
      for line in words(on: entry.scan, entry.candidates).flatMap(context.output.folded) { context.output.say(line) }
    }
  }

  private func candidates(of scan: Scan, on context: CommandContext) async throws -> [Candidate] {
    let listed = scan.document?.identification.candidates ?? []
    return try await context.ledger.candidates(of: scan.id).enumerated().map { index, album in
      Candidate(number: index + 1, album: album, artwork: listed.first { $0.number == index + 1 }?.artwork)
    }
  }

  private func words(on scan: Scan, _ candidates: [Candidate]) -> [String] {
    var lines = scan.reason.map { ["   \($0)"] } ?? []
    for candidate in candidates {
      let album = candidate.album
      let more = [album.releaseYear, album.disambiguation].compactMap { $0 }.joined(separator: ", ")
      lines.append(
        "  \(candidate.number)  \(album.artistName) – \(album.albumTitle)\(more.isEmpty ? "" : " (\(more))"), "
          + EvidenceText.title(of: album.confidence).lowercased())
      lines.append("     \(EvidenceText.why(album.evidence))")
    }
    let choice = candidates.count > 1 ? " N" : ""
    return lines + ["    → albumscanctl accept \(scan.id)\(choice)   or   albumscanctl reject \(scan.id)"]
      + ["    → or say which album it is: \(Remedy.name(scan.id))"]
  }

  /// A candidate album with its number, everything known about it, and its cover's file in the bundle.
  private struct Candidate: Encodable {
    let number: Int
    let album: Identification
    let artwork: String?

    func encode(to encoder: any Encoder) throws {
      try album.encode(to: encoder)
      let others: JSONObject = ["number": number, "artwork": artwork, "why": EvidenceText.why(album.evidence)]
      try others.encode(to: encoder)
    }
  }
}
