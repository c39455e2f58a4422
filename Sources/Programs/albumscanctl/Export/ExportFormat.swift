internal import Albums
internal import Foundation
internal import Records

/// The export formats.
enum ExportFormat: String, CaseIterable {
  /// A table for spreadsheets.
  case csv
  /// A table with the columns of a collection as Discogs exports it, which cataloguing programs read.
  case discogs
  /// One `album.json` a line.
  case jsonl
  /// A playlist of the key tracks that are in the music that was taught.
  case m3u

  /// The table; nil for what is none.
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

  /// Discogs, *Export your collection*. Its import goes by `release_id` alone: rows without one are for a person to look up.
  private static let discogsColumns = [
    "Catalog#", "Artist", "Title", "Label", "Format", "Rating", "Released", "release_id", "CollectionFolder",
    "Date Added", "Collection Media Condition", "Collection Sleeve Condition", "Collection Notes",
  ]

  private static func discogsRow(_ scan: Scan) -> [String]? {
    guard let document = scan.document else { return nil }
    let (album, review) = (document.album, document.review)
    // Discogs gives up to five stars, whole ones.
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

/// A CSV table (RFC 4180) in which spreadsheets take no cell for a formula.
struct CSVTable {
  let header: [String]
  let rows: [[String]]

  var text: String { ([header] + rows).map { $0.map(Self.cell).joined(separator: ",") + "\r\n" }.joined() }

  /// A name that a spreadsheet would calculate is marked as text, as people do by hand.
  static func cell(_ text: String) -> String {
    var text = DisplaySafe.line(text)
    if let first = text.first, "=+-@".contains(first), Double(text) == nil { text = "'" + text }
    guard text.contains(where: { ",\"".contains($0) || $0.isNewline }) || text.hasPrefix(" ") || text.hasSuffix(" ")
    else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
