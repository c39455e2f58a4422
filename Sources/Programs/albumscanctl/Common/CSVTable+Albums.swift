internal import Albums
internal import Foundation
internal import Records

extension CSVTable {
  /// A row a scan.
  static func albums(of scans: [Scan]) -> CSVTable { CSVTable(header: columns, rows: scans.compactMap(row)) }

  private static let columns = [
    "id", "scanned", "artist", "title", "year", "genres", "label", "rating", "recommendation", "verdict", "for fans of",
    "key tracks", "summary", "confidence", "musicbrainz release group", "musicbrainz release", "photo", "folder",
    "cost usd", "lists", "your rating",
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
      document.lists.map(\.name).joined(separator: "; "),
      document.yourRating.map { String(format: "%.1f", $0) } ?? "",
    ]
  }

  /// A row an album: the newest scan of it, or what an import said.
  static func discogs(of scans: [Scan], and listed: [ListedAlbum]) -> CSVTable {
    var newest: [String: Int] = [:]
    for (place, scan) in scans.enumerated() {
      guard let document = scan.document else { continue }
      newest[document.album.musicbrainz.releaseGroup?.value ?? document.key.text] = place
    }
    return CSVTable(
      header: discogsColumns,
      rows: newest.values.sorted().compactMap { discogsRow(scans[$0]) } + listed.map(discogsRow))
  }

  /// Discogs, *Export your collection*. Its import uses only `release_id`; rows without one have to be looked up by a
  /// person.
  private static let discogsColumns = [
    "Catalog#", "Artist", "Title", "Label", "Format", "Rating", "Released", "release_id", "CollectionFolder",
    "Date Added", "Collection Media Condition", "Collection Sleeve Condition", "Collection Notes",
  ]

  private static func discogsRow(_ scan: Scan) -> [String]? {
    guard let document = scan.document else { return nil }
    let review = document.review
    let owned = document.lists.first { $0.name == ListName.owned.text }
    return discogsRow(
      KnownAlbum(document), rating: document.yourRating, added: owned?.since ?? document.scannedAt,
      notes: [review.label?.rawValue, review.contextSummary].compactMap { $0 }.joined(separator: ". "))
  }

  private static func discogsRow(_ listed: ListedAlbum) -> [String] {
    discogsRow(listed.album, rating: listed.marks.rating, added: listed.marks.lists.first?.since ?? "", notes: "")
  }

  /// - Parameter rating: the user's own, never a model's. Discogs has whole stars, up to five.
  private static func discogsRow(_ album: KnownAlbum, rating: Double?, added: String, notes: String) -> [String] {
    [
      album.catalogNumber ?? "", album.artistName, album.albumTitle, album.recordLabel ?? "", "",
      rating.map { "\(Int(($0 / 2).rounded()))" } ?? "", album.releaseYear ?? "",
      album.discogsRelease.map(String.init) ?? "", "AlbumScan", String(added.prefix(19)).replacing("T", with: " "), "",
      "",
      notes,
    ]
  }
}
