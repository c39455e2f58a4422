internal import Albums
internal import ArgumentParser
internal import Console
internal import Foundation
internal import Library
internal import Records
internal import SystemPackage

/// `albumscanctl collection`
struct CollectionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collection", abstract: "Import what you own or want, and see your lists.",
    subcommands: [Import.self, List.self, Remove.self], defaultSubcommand: List.self)

  struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Put the albums of a table on your lists, without scanning them.",
      discussion: """
        FILE is what Discogs exports (your collection, which you own, or your wantlist), what albumscanctl export \
        writes, or any table (CSV) whose first line names the columns, at least Artist and Title. Further columns help: \
        Year, Label, Catalog#, Barcode, release_id (Discogs), MusicBrainz IDs, Date Added, Your Rating, Lists.

        Albums that you scan later are recognized as yours by their MusicBrainz ID, their Discogs release, their \
        barcode, or their names. Nobody is asked. Import the next export, too: only what differs changes.

        Exit codes: 0 everything was imported; 2 some lines couldn't be read; 1 nothing could.
        """)

    @Argument(help: ArgumentHelp("The table.", valueName: "FILE"), completion: .file())
    var file: String

    @Option(
      help: ArgumentHelp("Put all albums on this list: owned, wanted, heard, or any name.", valueName: "name"),
      completion: .lists)
    var list: String?

    @Flag(help: "Also take albums off the list that an earlier import brought and that this file doesn't have.")
    var replace = false

    @Flag(
      help: """
        Also fetch the albums' covers, so that scanning them costs nothing. The daemon asks MusicBrainz and the Cover Art \
        Archive about one album at a time, while no scan is in progress.
        """)
    var covers = false

    @Flag(name: .customLong("dry-run"), help: "Show what would change, without changing it.")
    var dryRun = false

    @OptionGroup var options: CommonOptions

    func validate() throws { if let list { _ = try ListName.checked(list) } }

    func run() async throws {
      let context = try CommandContext.open(options)
      let (path, list) = (FilePath(argument: file), list.flatMap(ListName.init(name:)))
      let table: CollectionTable
      do throws(Unreadable) { table = try CollectionTable(at: path, list: list) } catch {
        CommandOutput.complain("\(path) can't be imported: \(error.reason).")
        throw ExitCode.failure
      }
      let changes = try await context.ledger.importCollection(
        table.entries, replacing: replace, wantsCovers: covers, dryRun: dryRun, now: Date())
      let wanted = try await context.ledger.wantedCovers()
      if context.output.json {
        try context.output.print(
          "collection-import/1",
          [
            "file": path.string, "dryRun": dryRun, "albums": table.entries.count, "added": changes.added,
            "unchanged": changes.unchanged, "removed": changes.removed, "missing": changes.missing,
            "copies": changes.copies, "owned": changes.owned, "scanned": changes.scanned, "coversToFetch": wanted,
            "unread": table.unread.map { ["line": $0.line, "reason": $0.reason] as JSONObject },
          ])
      } else {
        tell(changes, table, on: context.output)
        if covers, wanted > 0 {
          context.output.say(
            "\(Phrases.grouped(wanted)) covers will be fetched while no scan is in progress. See: albumscanctl collection list"
          )
          context.remarkIfStopped()
        }
      }
      if table.unread.isEmpty { return }
      throw table.entries.isEmpty ? ExitCode.failure : .partly
    }

    private func tell(_ changes: CollectionChanges, _ table: CollectionTable, on output: CommandOutput) {
      for (line, reason) in table.unread.prefix(20) { output.say("Line \(line) wasn't read: \(reason).") }
      if table.unread.count > 20 { output.say("… and \(Phrases.grouped(table.unread.count - 20)) more lines.") }
      let counts: [(Int, String)] = [
        (changes.added, "new"), (changes.unchanged, "on their lists already"), (changes.removed, "taken off"),
        (changes.copies, "further copies"), (changes.owned, "not wanted anymore, since you own them"),
        (table.unread.count, "not read"),
      ]
      let parts = counts.filter { $0.0 > 0 || $0.1 == "new" }.map { "\(Phrases.grouped($0.0)) \($0.1)" }
      output.say("\(dryRun ? "Would import: " : "")\(parts.joined(separator: ", ")).")
      if changes.scanned > 0 { output.say("\(Phrases.grouped(changes.scanned)) of them were scanned, too.") }
      if changes.missing > 0 {
        output.say(
          "Kept from earlier imports, though not in this file: \(Phrases.count(changes.missing, "album")). To take them off: "
            + "albumscanctl collection import \(file.shellWord) --replace")
      }
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the albums on your lists, scanned or not.")

    @Option(help: ArgumentHelp("Only this list.", valueName: "name"), completion: .lists)
    var list: String?

    @Option(help: ArgumentHelp("Only albums with these words in artist or title.", valueName: "words"))
    var search: String?

    @OptionGroup var options: CommonOptions

    func validate() throws { if let list { _ = try ListName.checked(list) } }

    func run() async throws {
      let context = try CommandContext.open(options)
      let words = (search ?? "").split(whereSeparator: \.isWhitespace).map { TitleKey.fold(String($0)) }
      let albums = try await context.ledger.listedAlbums(on: list.flatMap(ListName.init(name:))).filter { listed in
        let name = words.isEmpty ? "" : TitleKey.fold("\(listed.album.artistName) \(listed.album.albumTitle)")
        return words.allSatisfy(name.contains)
      }
      let lists = try await context.ledger.lists()
      if context.output.json {
        return try context.output.print("collection/1", ["lists": lists, "albums": albums.map(Self.fields)])
      }
      if albums.isEmpty {
        return context.output.say(
          list == nil && search == nil
            ? "No list has an album yet. Import your collection: albumscanctl collection import FILE; or put a scan on "
              + "one: albumscanctl mark ID wanted" : "No album matches.")
      }
      let rows = albums.map { listed in
        [
          "\(listed.number)", listed.marks.lists.map(\.name).joined(separator: ", "), listed.album.releaseYear ?? "",
          listed.album.artistName, listed.album.albumTitle, listed.scan.map { "\($0)" } ?? "",
        ]
      }
      let shown = (context.output.width ?? .max) < 60 ? [0, 3, 4] : Array(0..<6)
      let header = ["NUMBER", "LISTS", "YEAR", "ARTIST", "TITLE", "SCAN"]
      context.output.say(
        Table(header: header, rows: rows, columns: shown, names: shown.count < 6 ? nil : [3, 4]))
      let wanted = try await context.ledger.wantedCovers()
      if wanted > 0 { context.remark("\(Phrases.grouped(wanted)) covers are still to be fetched.") }
      context.remark(lists.map { "\($0.name): \(Phrases.grouped($0.count))" }.joined(separator: ", "))
    }

    private static func fields(_ listed: ListedAlbum) -> JSONObject {
      let album = listed.album
      return [
        "number": listed.number, "artistName": album.artistName, "albumTitle": album.albumTitle,
        "releaseYear": album.releaseYear, "recordLabel": album.recordLabel, "catalogNumber": album.catalogNumber,
        "discogsRelease": album.discogsRelease, "releaseGroup": album.releaseGroup, "barcode": album.barcode,
        "lists": listed.marks.lists, "yourRating": listed.marks.rating, "imported": listed.isImported,
        "scan": listed.scan,
      ]
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Take albums off your lists.",
      discussion: "Scans and their pages stay, and say so no more.")

    @Argument(help: "The albums' numbers, as collection list shows them.")
    var numbers: [Int64] = []

    @Option(help: ArgumentHelp("Only off this list; otherwise off all.", valueName: "name"), completion: .lists)
    var list: String?

    @Flag(help: "Everything that was imported.")
    var imported = false

    @OptionGroup var options: CommonOptions

    func validate() throws {
      if let list { _ = try ListName.checked(list) }
      if numbers.isEmpty != imported {
        throw ValidationError("Name the albums' numbers, or use --imported. See: albumscanctl collection list")
      }
      if imported, list != nil { throw ValidationError("--imported takes no --list.") }
    }

    func run() async throws {
      let context = try CommandContext.open(options)
      let unknown =
        imported ? [] : try await context.ledger.unlist(numbers, from: list.flatMap(ListName.init(name:)))
      let removed = imported ? try await context.ledger.unlistImported() : numbers.count - unknown.count
      if context.output.json {
        try context.output.print("collection-removal/1", ["removed": removed, "unknown": unknown])
      } else {
        context.output.say("\(Phrases.count(removed, "album")) taken off.")
        for number in unknown {
          CommandOutput.complain("No album \(number) is on the list. See: albumscanctl collection list")
        }
      }
      if !unknown.isEmpty { throw removed > 0 ? ExitCode.partly : .noSuchScan }
    }
  }
}

extension ListName {
  /// - Throws: `ValidationError` for what can't be a list's name.
  static func checked(_ text: String) throws -> ListName {
    guard let name = ListName(name: text) else {
      throw ValidationError(
        "\(DisplaySafe.line(text)) can't be a list's name: it is empty, has control characters, or more than "
          + "\(limit) bytes.")
    }
    return name
  }
}
