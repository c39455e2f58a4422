internal import Albums
internal import ArgumentParser
internal import Console
internal import Foundation
internal import Pipeline
internal import Records

/// `albumscanctl known`
struct KnownCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "known", abstract: "List the covers that this computer recognizes by itself, newest first.",
    discussion: """
      FROM shows where a cover comes from: scan (an earlier scan), library (taught with learn), or candidate (an album \
      that a photo might have shown).
      """)

  @Option(help: ArgumentHelp("Only covers with these words in artist or title.", valueName: "words"))
  var search: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The most covers to list; 0 for all.", valueName: "number"))
  var limit = 50

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Forget the covers with these numbers. Learning the same folder again brings them back."))
  var remove: [Int64] = []

  @OptionGroup var options: CommonOptions

  func validate() throws {
    try expect("--limit", limit, from: 0)
    if !remove.isEmpty, search != nil {
      throw ValidationError("--remove takes the covers' numbers and can't be combined with --search.")
    }
  }

  func run() async throws {
    let context = try CommandContext.open(options)
    if !remove.isEmpty { return try await forget(on: context) }
    let covers = try await context.ledger.covers(search: search, limit: limit == 0 ? nil : limit)
    let all = try await context.ledger.coverIDs().count
    if context.output.json {
      return try context.output.print("known/1", ["covers": all, "known": covers.map(fields)])
    }
    if covers.isEmpty {
      return context.output.say(
        search == nil
          ? "No covers are known yet. Teach AlbumScan your music: albumscanctl learn ~/Music" : "No cover matches.")
    }
    let rows = covers.map { cover in
      [
        "\(cover.id)", Phrases.moment(cover.added), cover.origin.rawValue, cover.album.releaseYear ?? "",
        cover.album.artistName, cover.album.albumTitle,
      ]
    }
    let shown = (context.output.width ?? .max) < 60 ? [0, 4, 5] : Array(0..<6)
    let header = ["NUMBER", "SINCE", "FROM", "YEAR", "ARTIST", "TITLE"]
    context.output.say(Table(header: header, rows: rows, columns: shown))
    if covers.count == limit, covers.count < all {
      context.remark("All \(Phrases.grouped(all)): albumscanctl known --limit 0")
    }
  }

  private func forget(on context: CommandContext) async throws {
    var removed: [Int64] = []
    var unknown: [Int64] = []
    for id in remove {
      if try await context.coverStore.remove(CoverID(id)) { removed.append(id) } else { unknown.append(id) }
    }
    if context.output.json {
      try context.output.print("known-removal/1", ["removed": removed, "unknown": unknown])
    } else {
      for id in removed { context.output.say("Cover \(id) was forgotten.") }
      for id in unknown { CommandOutput.complain("There is no cover \(id). See: albumscanctl known") }
    }
    if !unknown.isEmpty { throw removed.isEmpty ? ExitCode.noSuchScan : ExitCode.partly }
  }

  private func fields(of cover: CoverRecord) -> JSONObject {
    [
      "number": cover.id.number, "artistName": cover.album.artistName, "albumTitle": cover.album.albumTitle,
      "releaseYear": cover.album.releaseYear, "genres": cover.album.genres, "recordLabel": cover.album.recordLabel,
      "releaseGroup": cover.album.releaseGroup, "release": cover.album.release, "barcode": cover.album.barcode,
      "from": cover.origin, "path": cover.place.map { String(decoding: $0, as: UTF8.self) }, "knownSince": cover.added,
    ]
  }
}
