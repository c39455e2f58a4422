package import Albums
internal import Foundation
package import SystemPackage

/// A collection that another program exported as a table: Discogs' collection, Discogs' wantlist, AlbumScan's own
/// export, or any table with a column for the artist and one for the title.
package struct CollectionTable {
  package private(set) var entries: [CollectionEntry] = []
  /// Lines that can't be read, and why.
  package private(set) var unread: [(line: Int, reason: String)]

  /// In bytes.
  private static let largest = 64 << 20

  /// - Throws: why it can't be read, or isn't a collection.
  package init(at path: FilePath, list: ListName? = nil) throws(Unreadable) {
    try self.init(try RegularFile(path).contents(upTo: Self.largest), list: list)
  }

  /// - Parameter list: the list of its albums; nil for that which the table says: `wanted` for Discogs' wantlist, what
  ///   the column `lists` has, else `owned`.
  /// - Throws: why it isn't a collection.
  init(_ bytes: Data, list: ListName? = nil) throws(Unreadable) {
    let text = DelimitedText(bytes)
    unread = text.unread
    guard let header = text.rows.first else { throw Unreadable("it is empty") }
    let columns = Columns(header.cells)
    guard columns.has(.artist), columns.has(.title) else {
      throw Unreadable(
        "its first line must name the columns, at least Artist and Title; it has: "
          + (Cleaned.text(header.cells.prefix(20).joined(separator: ", "), limit: 200) ?? "nothing"))
    }
    for row in text.rows.dropFirst() {
      do throws(Unreadable) {
        if let entry = try Self.entry(row, columns, list: list) { entries.append(entry) }
      } catch {
        unread.append((row.line, error.reason))
      }
    }
    unread.sort { $0.line < $1.line }
  }

  /// - Returns: nil for an album that the table puts on no list.
  private static func entry(
    _ row: DelimitedText.Row, _ columns: Columns, list: ListName?
  ) throws(Unreadable) -> CollectionEntry? {
    func text(_ column: Column, limit: Int = 300) -> String? {
      let cell = columns.cell(column, of: row)
      // So that spreadsheets calculate nothing, programs put an apostrophe before it.
      let isMarked = cell?.prefixMatch(of: /'[=+\-@]/) != nil
      return Cleaned.text(isMarked ? cell.map { String($0.dropFirst()) } : cell, limit: limit)
    }
    guard let artist = text(.artist).map({ columns.isDiscogs ? discogsArtist($0) : $0 }), !artist.isEmpty else {
      throw Unreadable("it names no artist")
    }
    guard let title = text(.title) else { throw Unreadable("it names no title") }
    var album = KnownAlbum(
      artistName: String(ArtistKey.upright(artist)), albumTitle: title, releaseYear: TagWords.year(text(.year)),
      recordLabel: text(.label),
      releaseGroup: TagWords.identifier(text(.releaseGroup)),
      release: TagWords.identifier(text(.release)) ?? TagWords.identifier(text(.discogs)),
      barcode: TagWords.barcode(text(.barcode)))
    album.catalogNumber = text(.catalogNumber, limit: 60)
    album.discogsRelease = text(.discogs, limit: 20).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    var lists = [list ?? (columns.isWantlist ? ListName.wanted : .owned)]
    if list == nil, columns.has(.lists) {
      lists = (text(.lists, limit: 2000) ?? "").split(separator: ";").compactMap { ListName(name: String($0)) }
      if lists.isEmpty { return nil }
    }
    return CollectionEntry(
      album: album, lists: lists, addedAt: text(.added).flatMap(time), rating: rating(row, columns), line: row.line)
  }

  /// The user's: Discogs has up to five stars, and 0 for none. A column `rating` of another table may be anybody's.
  private static func rating(_ row: DelimitedText.Row, _ columns: Columns) -> Double? {
    let column = columns.isDiscogs ? Column.rating : .yourRating
    guard let rating = columns.cell(column, of: row).flatMap({ Double($0.replacing(",", with: ".")) }) else {
      return nil
    }
    if columns.isDiscogs { return (1...5).contains(rating) ? rating * 2 : nil }
    return (0...10).contains(rating) ? rating : nil
  }

  /// Discogs tells artists of one name apart by a number, and marks names that differ on the record by a star.
  private static func discogsArtist(_ name: String) -> String {
    name.replacing(#/ \(\d{1,4}\)(?=$|\*|,| [&\/+]| [Ff]eat| [Vv]s| [Aa]nd )/#, with: "").replacing(
      #/\*(?=$|,| )/#, with: "")
  }

  /// `2016-05-23 08:25:58`, or a day.
  private static func time(_ text: String) -> String? {
    guard let match = text.prefixMatch(of: #/(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d))?/#) else { return nil }
    let time = "\(match.1)T\(match.2 ?? "00:00:00")Z"
    return (try? Date(time, strategy: .iso8601)).map { $0.formatted(.iso8601) }
  }
}

extension CollectionTable {
  enum Column: CaseIterable {
    case artist, title, year, label, catalogNumber, discogs, releaseGroup, release, barcode, rating, yourRating, added,
      lists, folder

    /// Letters and digits alone, in lower case; the first that a table has counts.
    var names: [String] {
      switch self {
      case .artist: ["artist", "artistname", "artists", "albumartist", "band", "performer", "interpret", "künstler"]
      case .title: ["title", "albumtitle", "album", "releasetitle", "name", "titel"]
      case .year: ["year", "releaseyear", "originalyear", "released", "releasedate", "jahr"]
      case .label: ["label", "recordlabel", "labels"]
      case .catalogNumber: ["catalog", "catalognumber", "catalogno", "catno", "cat"]
      case .discogs: ["releaseid", "discogsrelease", "discogsreleaseid", "discogsid", "discogs"]
      case .releaseGroup: ["musicbrainzreleasegroup", "musicbrainzreleasegroupid", "releasegroup", "releasegroupmbid"]
      case .release: ["musicbrainzrelease", "musicbrainzreleaseid", "musicbrainzalbumid", "releasembid", "mbid"]
      case .barcode: ["barcode", "ean", "upc", "eanupc", "upcean"]
      case .rating: ["rating"]
      case .yourRating: ["yourrating", "myrating"]
      case .added: ["dateadded", "added", "addedat"]
      case .lists: ["lists"]
      case .folder: ["collectionfolder"]
      }
    }
  }

  private struct Columns {
    private let places: [Column: Int]

    init(_ header: [String]) {
      let names = header.prefix(200).map { name in
        String(name.prefix(100).lowercased().filter { $0.isLetter || $0.isNumber })
      }
      var places: [Column: Int] = [:]
      for column in Column.allCases {
        places[column] = column.names.lazy.compactMap { names.firstIndex(of: $0) }.first
      }
      self.places = places
    }

    func has(_ column: Column) -> Bool { places[column] != nil }
    /// Discogs' exports call it so, and no others.
    var isDiscogs: Bool { has(.discogs) && has(.catalogNumber) && has(.rating) && !has(.lists) }
    var isWantlist: Bool { isDiscogs && !has(.folder) }

    func cell(_ column: Column, of row: DelimitedText.Row) -> String? {
      places[column].flatMap { $0 < row.cells.count ? row.cells[$0] : nil }
    }
  }
}
