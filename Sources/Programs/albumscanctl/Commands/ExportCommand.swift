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
      cataloging programs read; it has what you own, scanned or not, or with --list what is on that list, or with --all \
      everything. Its ratings are your own. jsonl has one album.json per line. m3u is a playlist of the key tracks found in the \
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

  @Option(help: ArgumentHelp("Only albums on this list.", valueName: "name"), completion: .lists)
  var list: String?

  @Flag(help: "With discogs: all albums, whether you own them or not.")
  var all = false

  @OptionGroup var options: CommonOptions

  func validate() throws {
    if let list { _ = try ListName.checked(list) }
    if all, list != nil { throw ValidationError("--all and --list can't be combined.") }
    if options.json, output == nil {
      throw ValidationError("--json describes the file that was written, so it needs --output FILE.")
    }
  }

  func run() async throws {
    let context = try CommandContext.open(options)
    let list = list.flatMap(ListName.init(name:)) ?? (format == .discogs && !all ? ListName.owned : nil)
    let scans = try await context.ledger.scans(
      states: [.done], search: search ?? "", list: list, newestFirst: false
    ).filter { $0.document != nil }
    var (text, count) = ("", scans.count)
    switch format {
    case .csv: text = CSVTable.albums(of: scans).text
    case .discogs:
      let table = CSVTable.discogs(
        of: scans, and: try await context.ledger.listedAlbums(on: list).filter { $0.scan == nil && isSearched($0) })
      (text, count) = (table.text, table.rows.count)
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

  private func isSearched(_ listed: ListedAlbum) -> Bool {
    let name = TitleKey.fold("\(listed.album.artistName) \(listed.album.albumTitle)")
    return (search ?? "").split(whereSeparator: \.isWhitespace).allSatisfy { name.contains(TitleKey.fold(String($0))) }
  }

  private var nothing: String {
    if format == .m3u {
      return "None of the key tracks is in the music you taught. Teach more: albumscanctl learn ~/Music"
    }
    if format == .discogs, list == nil, !all, search == nil {
      return "Nothing is on your list owned. Put albums on it: albumscanctl mark ID owned; or export everything: "
        + "albumscanctl export --format discogs --all"
    }
    return search == nil && list == nil
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
