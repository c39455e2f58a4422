internal import Albums
internal import ArgumentParser
internal import Console
internal import Disk
internal import Foundation
internal import Library
internal import Records
internal import SystemPackage

/// `albumscanctl export`
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export your albums for spreadsheets, Discogs, scripts, or players.",
    discussion: """
      csv is a table for spreadsheets. discogs is a table with the columns of a Discogs collection export, which \
      cataloging programs read. jsonl has one album.json per line. m3u is a playlist of the key tracks found in the \
      music you taught (albumscanctl learn); it contains an album once, even if you scanned it twice. The oldest scan \
      comes first.
      """)

  @Option(name: .shortAndLong, help: "The format.")
  var format = ExportFormat.csv

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write to this file instead of printing.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("Only albums that contain these words, as with history.", valueName: "words"))
  var search: String?

  @OptionGroup var options: CommonOptions

  func validate() throws {
    if options.json, output == nil {
      throw ValidationError("--json describes the file that was written, so it needs --output FILE.")
    }
  }

  func run() async throws {
    let context = try CommandContext.open(options)
    let scans = try await context.ledger.scans(states: [.done], search: search ?? "", newestFirst: false)
      .filter { $0.document != nil }
    var (text, count) = ("", scans.count)
    switch format {
    case .csv, .discogs: text = format.table(of: scans)?.text ?? ""
    case .jsonl: text = try scans.compactMap(\.document).map(Self.line).joined()
    case .m3u: (text, count) = try await playlist(of: scans, on: context)
    }
    guard let output else {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
      if count == 0 { CommandOutput.complain(nothing) }
      return
    }
    let path = FilePath(argument: output)
    try DurableFile.write(Data(text.utf8), to: path)
    if context.output.json {
      return try context.output.print(
        "export/1",
        ["format": format.rawValue, "file": path.string, "entries": count, "bytes": text.utf8.count])
    }
    context.output.say(
      "\(path) contains \(format == .m3u ? Phrases.count(count, "track") : Phrases.count(count, "album")).")
    if count == 0 { CommandOutput.complain(nothing) }
  }

  private var nothing: String {
    if format == .m3u {
      return "None of the key tracks is in the music you taught. Teach more: albumscanctl learn ~/Music"
    }
    return search == nil
      ? "There is nothing to export yet. Scan your first album: albumscanctl scan PHOTO" : "No album matches."
  }

  /// One line, without line breaks or control characters.
  private static func line(_ document: AlbumDocument) throws -> String {
    try CommandOutput.text(of: document, inOneLine: true) + "\n"
  }

  /// Extended M3U: the key tracks found in the taught music, in the order of the scans.
  private func playlist(of scans: [Scan], on context: CommandContext) async throws -> (String, Int) {
    var (lines, seen, count): ([String], Set<FilePath>, Int) = (["#EXTM3U"], [], 0)
    for document in scans.compactMap(\.document) {
      guard let titles = document.review.keyTracks, let cover = try await context.ledger.cover(of: document.identity),
        cover.origin == .library, let place = cover.place
      else { continue }
      guard
        // Music that is gone or can't be read has no tracks to list.
        let tracks = try? AlbumTracks(
          of: cover.album.albumTitle, in: FilePath(String(decoding: place, as: UTF8.self)))
      else { continue }
      for track in tracks.named(titles) where seen.insert(track.path).inserted {
        lines.append("#EXTINF:-1,\(DisplaySafe.line("\(document.album.artistName) - \(track.title)"))")
        // A line of the playlist is a path, so a path with a line break can't be listed.
        guard !track.path.string.contains(where: \.isNewline) else { continue }
        lines.append(track.path.string)
        count += 1
      }
    }
    return (lines.map { $0 + "\n" }.joined(), count)
  }
}

extension ExportFormat: ExpressibleByArgument {}

/// The export formats.
enum ExportFormat: String, CaseIterable {
  /// A table for spreadsheets.
  case csv
  /// A table with the columns of a Discogs collection export, which cataloging programs read.
  case discogs
  /// One `album.json` per line.
  case jsonl
  /// A playlist of the key tracks found in the music that was taught.
  case m3u

  /// The table; nil for formats that aren't tables.
  func table(of scans: [Scan]) -> CSVTable? {
    switch self {
    case .csv: CSVTable(header: Self.columns, rows: scans.compactMap(Self.row))
    case .discogs: CSVTable(header: Self.discogsColumns, rows: scans.compactMap(Self.discogsRow))
    case .jsonl, .m3u: nil
    }
  }

  private static let columns = [
    "id", "scanned", "artist", "title", "year", "genres", "label", "rating", "recommendation", "verdict", "for fans of",
    "key tracks", "summary", "confidence", "musicbrainz release group", "musicbrainz release", "photo", "folder",
    "cost usd",
  ]

  private static func row(_ scan: Scan) -> [String]? {
    guard let document = scan.document else { return nil }
    let (album, review) = (document.album, document.review)
    return [
      "\(scan.id)", document.scannedAt, album.artistName, album.albumTitle, album.releaseYear ?? "",
      album.genres.joined(separator: "; "), album.recordLabel ?? "",
      review.rating.map { String(format: "%.1f", $0) } ?? "",
      review.recommendation?.rawValue ?? "", review.label?.rawValue ?? "",
      (review.forFansOf ?? []).joined(separator: "; "), (review.keyTracks ?? []).joined(separator: "; "),
      review.contextSummary ?? "",
      document.identification.confidence.rawValue, album.musicbrainz.releaseGroup?.value ?? "",
      album.musicbrainz.release?.value ?? "", scan.name, scan.bundle ?? "", String(format: "%.4f", document.cost.usd),
    ]
  }

  /// Discogs, *Export your collection*. Its import uses only `release_id`; rows without one have to be looked up by a
  /// person.
  private static let discogsColumns = [
    "Catalog#", "Artist", "Title", "Label", "Format", "Rating", "Released", "release_id", "CollectionFolder",
    "Date Added", "Collection Media Condition", "Collection Sleeve Condition", "Collection Notes",
  ]

  private static func discogsRow(_ scan: Scan) -> [String]? {
    guard let document = scan.document else { return nil }
    let (album, review) = (document.album, document.review)
    // Discogs has whole stars, up to five.
    let stars = review.rating.map { "\(Int(($0 / 2).rounded()))" } ?? ""
    let added = document.scannedAt.prefix(19).replacing("T", with: " ")
    return [
      album.catalogNumber ?? "", album.artistName, album.albumTitle, album.recordLabel ?? "", "", stars,
      album.releaseYear ?? "", album.discogsRelease.map(String.init) ?? "",
      "AlbumScan", String(added), "", "",
      [review.label?.rawValue, review.contextSummary].compactMap { $0 }.joined(separator: ". "),
    ]
  }
}

/// A CSV table (RFC 4180) in which no cell is interpreted as a formula by spreadsheets.
struct CSVTable {
  let header: [String]
  let rows: [[String]]

  var text: String { ([header] + rows).map { $0.map(Self.cell).joined(separator: ",") + "\r\n" }.joined() }

  /// A name that a spreadsheet would evaluate is marked as text, as people do by hand.
  static func cell(_ text: String) -> String {
    var text = DisplaySafe.line(text)
    if let first = text.first, "=+-@".contains(first), Double(text) == nil { text = "'" + text }
    guard text.contains(where: { ",\"".contains($0) || $0.isNewline }) || text.hasPrefix(" ") || text.hasSuffix(" ")
    else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
