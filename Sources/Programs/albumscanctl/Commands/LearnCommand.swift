internal import Albums
internal import ArgumentParser
internal import CLinux
internal import Console
internal import Foundation
internal import Glibc
internal import ImagingClient
internal import Library
internal import Pipeline
internal import Records
internal import SystemPackage
internal import UnixSignals

/// `albumscanctl learn`
struct LearnCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn",
    abstract: "Learn the covers of your music, so that scanning them costs nothing.",
    discussion: """
      DIR contains music at any depth: FLAC, MP3, M4A, Ogg, Opus, WAV, AIFF, WMA, APE, WavPack, and anything else that \
      TagLib reads. An album's cover is the picture embedded in its files, or cover.jpg, folder.jpg, or front.jpg \
      beside them.

      DIR may also contain pictures: NAME.jpg with NAME.json or NAME.yaml beside it (artistName, albumTitle, \
      releaseYear, genres, recordLabel, releaseGroup, release, barcode), AlbumScan's own results, or pictures named \
      "Artist - Title".

      A second run reads only what is new or has changed. Nothing leaves this computer, and nothing in DIR is changed.

      Exit codes: 0 everything is known; 2 something couldn't be learned; 1 nothing could.
      """)

  @Argument(help: ArgumentHelp("Folders of music or pictures.", valueName: "DIR"), completion: .directory)
  var folders: [String]

  @Flag(name: .customLong("dry-run"), help: "Show what would be learned, without learning it.")
  var dryRun = false

  @Flag(help: "Read everything again, including what is known and what couldn't be learned.")
  var again = false

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    // A tag that expands to gigabytes then causes an error, instead of exhausting the computer's memory.
    _ = clinux_bound_private_memory(2 << 30)
    let (parts, skips) = try collect()
    let learning = LearningRun(ledger: context.ledger, coverStore: context.coverStore, again: again, dryRun: dryRun)
    let output = context.output
    var report: LearnReport
    do {
      report = try await Self.untilInterrupted {
        let report = try await learning.run(parts) { done, albums in
          output.progress(
            "\(Phrases.grouped(done)) of \(Phrases.grouped(parts.count)) folders and pictures, "
              + "\(Phrases.grouped(albums)) albums")
        }
        if !dryRun, !report.interrupted, learning.coverStore.wantsOrganizing {
          output.progress("Building the index of \(Phrases.grouped(report.covers)) covers")
          try await learning.coverStore.organize()
        }
        return report
      }
    } catch {
      output.progress("")
      CommandOutput.complain((error as? ImagingClientError)?.message ?? "\(error)")
      throw ExitCode.failure
    }
    output.progress("")
    report.skipped += skips
    if output.json { try output.print("learn/1", report.fields) } else { tell(report, on: output) }
    try end(report)
  }

  /// All parts of all folders, and what can't be learned judging by the paths alone.
  private func collect() throws -> (parts: [CollectionPart], skips: [SkippedPart]) {
    var parts: [CollectionPart] = []
    var skips: [SkippedPart] = []
    var seen: Set<FilePath> = []
    for folder in folders {
      guard let real = realpath(folder, nil) else {
        CommandOutput.complain("There is no folder \(folder).")
        throw ExitCode.failure
      }
      defer { free(real) }
      let root = FilePath(platformString: real)
      let walk: CollectionWalk
      do throws(Unreadable) { walk = try CollectionWalk(root) } catch {
        CommandOutput.complain("\(folder) can't be learned: \(error.reason).")
        throw ExitCode.failure
      }
      let sorting = CollectionSorting(walk.files, in: root)
      parts += sorting.parts.filter { seen.insert($0.place).inserted }
      skips += walk.unread
      skips += sorting.unlabeled.map { SkippedPart(path: $0.string, reason: PartReading.unlabeled) }
    }
    return (parts, skips)
  }

  /// Cancels the work when the user interrupts it, and waits until it has ended.
  private static func untilInterrupted(
    _ work: @escaping @Sendable () async throws -> LearnReport
  ) async throws -> LearnReport {
    let signals = await UnixSignalsSequence(trapping: .sigint)
    return try await withThrowingTaskGroup(of: LearnReport?.self) { group in
      group.addTask { try await work() }
      group.addTask {
        for await _ in signals { return nil }
        return nil
      }
      var report: LearnReport?
      while report == nil, let next = try await group.next() {
        report = next
        group.cancelAll()
      }
      return report ?? LearnReport(dryRun: false)
    }
  }

  // MARK: Output

  private func tell(_ report: LearnReport, on output: CommandOutput) {
    if dryRun {
      for (album, path, _) in report.albums {
        let year = album.releaseYear.map { " (\($0))" } ?? ""
        output.say("\(album.artistName) – \(album.albumTitle)\(year), from \(path)")
      }
    }
    for skip in report.skipped {
      output.say("Not learned: \(skip.path)")
      output.say("    \(skip.reason)")
    }
    var counts = ["\(Phrases.grouped(report.learned)) new"]
    if report.updated > 0 { counts.append("\(Phrases.grouped(report.updated)) changed") }
    counts.append("\(Phrases.grouped(report.unchanged)) known already")
    if !report.skipped.isEmpty { counts.append("\(Phrases.grouped(report.skipped.count)) not learned") }
    output.say("\(dryRun ? "Would learn: " : "")\(counts.joined(separator: ", ")).")
    if report.interrupted {
      output.say("Interrupted. What was learned is kept. Run the same command again to continue.")
    }
    if !dryRun { output.say("\(Phrases.grouped(report.covers)) covers are known here. See: albumscanctl known") }
  }

  private func end(_ report: LearnReport) throws {
    if report.interrupted { Self.endByInterruption() }
    if report.count == 0 {
      if report.skipped.isEmpty {
        CommandOutput.complain("There is no music and no album picture to learn in this folder.")
      }
      throw ExitCode.failure
    }
    if !report.skipped.isEmpty { throw ExitCode.partly }
  }

  /// Ends by the signal itself, so that a script stops, too.
  private static func endByInterruption() {
    fflush(nil)
    signal(SIGINT, SIG_DFL)
    // The pool's threads block signals.
    var interrupt = sigset_t()
    sigemptyset(&interrupt)
    sigaddset(&interrupt, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &interrupt, nil)
    raise(SIGINT)
  }
}

/// The result of learning.
struct LearnReport: Sendable {
  /// Whether nothing was learned, and this is only a preview.
  let dryRun: Bool
  /// Whether it was interrupted.
  var interrupted = false
  var unchanged = 0
  /// Those with a new or changed cover.
  var albums: [(album: KnownAlbum, path: String, isNew: Bool)] = []
  var skipped: [SkippedPart] = []
  /// How many covers are known, from any origin.
  var covers = 0

  init(dryRun: Bool) { self.dryRun = dryRun }

  var learned: Int { albums.count { $0.isNew } }
  var updated: Int { albums.count { !$0.isNew } }
  /// Albums of the collection that are known now, or would be.
  var count: Int { albums.count + unchanged }

  /// The document of `learn --json`.
  var fields: JSONObject {
    let albums = albums.map { album, path, isNew -> JSONObject in
      [
        "artistName": album.artistName, "albumTitle": album.albumTitle, "releaseYear": album.releaseYear, "path": path,
        "outcome": isNew ? "learned" : "updated",
      ]
    }
    return [
      "dryRun": dryRun, "interrupted": interrupted, "learned": learned, "updated": updated, "unchanged": unchanged,
      "albums": albums, "skipped": skipped, "covers": covers,
    ]
  }
}
