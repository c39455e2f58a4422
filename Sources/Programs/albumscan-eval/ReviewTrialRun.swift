internal import Albums
internal import ArgumentParser
internal import Console
internal import Disk
internal import Foundation
internal import HTTP
internal import Pipeline
internal import Records
internal import Setup
internal import SystemPackage

/// `albumscan-eval --reviews`: has the listed albums reviewed, and reports how well the reviews follow the rules.
struct ReviewTrialRun {
  /// Contains `albums.csv`; the reviews are written below it.
  let folder: FilePath
  let context: CommandContext

  private var output: CommandOutput { context.output }

  func run(onlyEstimate: Bool, unasked: Bool) async throws {
    var albums: [ListedAlbum]
    do { albums = try ListedAlbum.all(in: folder.appending("albums.csv")) } catch {
      CommandOutput.complain("\(error)")
      throw ExitCode.failure
    }
    // Of an album that was scanned, the catalog's tracks are known.
    for index in albums.indices where albums[index].tracks.isEmpty {
      albums[index].tracks = try await context.ledger.tracks(of: albums[index].identification.identity)
    }
    let settings = context.loaded.settings
    let transport = CurlTransport(
      userAgent: "AlbumScan/\(Version.text)", caFile: settings.caFile?.string)
    defer { transport.shutdown() }
    let (configured, trial) = try trial(by: transport)
    let worst = try albums.map { configured.worstCase(of: try trial.question(about: $0.identification)) ?? .zero }
    // Each answer may be sent back once.
    let most = worst.reduce(.zero) { $0 + $1 + $1 }
    context.remark(
      "\(Phrases.count(albums.count, "review")) by \(configured.questions.models.review): at most "
        + "\(Phrases.cost(most.dollars)), within your spending limits. Reviews that you already have cost nothing."
    )
    if onlyEstimate || !unasked && !output.json && Prompter.isThere && !Prompter.agrees("Write them?") {
      if output.json { try output.print(document: ReviewTrialReport(entries: [], mostUSD: most.dollars)) }
      return
    }
    var entries: [ReviewTrialReport.Entry] = []
    for album in albums {
      output.progress("\(entries.count + 1) of \(albums.count): \(album.title)")
      do { entries.append(try await entry(for: album, by: trial)) } catch let fault as Fault {
        output.progress("")
        CommandOutput.complain("\(fault)")
        break
      }
    }
    output.progress("")
    let report = ReviewTrialReport(entries: entries, mostUSD: most.dollars)
    if output.json { try output.print(document: report) } else { report.tell(on: output) }
    if entries.count < albums.count || entries.contains(where: { $0.error != nil }) { throw ExitCode.partly }
  }

  /// The configured models, asked as the daemon asks them.
  private func trial(by transport: CurlTransport) throws -> (ConfiguredModels, ReviewTrial) {
    let settings = context.loaded.settings
    do {
      guard let configured = try ConfiguredModels(context: context) else {
        CommandOutput.complain("There is no model to write reviews. Store a key: albumscanctl key set anthropic")
        throw ExitCode.needsAttention
      }
      return (
        configured,
        ReviewTrial(
          model: try configured.client(on: context, transport: transport), promptBuilder: configured.questions,
          searches: settings.review.searches(by: settings.identification.strategy), budget: settings.budget,
          ledger: context.ledger)
      )
    } catch let fault as Fault {
      CommandOutput.complain("\(fault.reason). \(fault.cure?.sentence ?? "")")
      throw ExitCode.needsAttention
    }
  }

  /// - Throws: a `Fault` that isn't the album's, after which no further album is asked about.
  private func entry(for album: ListedAlbum, by trial: ReviewTrial) async throws -> ReviewTrialReport.Entry {
    let began = Date()
    var entry = ReviewTrialReport.Entry(artist: album.artist, title: album.title, kind: album.kind)
    entry.tracksKnown = album.tracks.count
    do {
      let outcome = try await trial.review(of: album.identification)
      entry.take(outcome)
      entry.file = try keep(outcome, of: album)
    } catch let fault as Fault {
      guard fault.next == .fail else { throw fault }
      entry.error = fault.reason
    } catch let rejection as ReviewCheck.Rejection { entry.error = rejection.description }
    entry.usd = try await context.ledger.spentOnTrials(since: began).dollars
    return entry
  }

  private func keep(_ outcome: ReviewWriter.Written, of album: ListedAlbum) throws -> String {
    let reviews = folder.appending("reviews")
    try FileManager.default.createDirectory(atPath: reviews.string, withIntermediateDirectories: true)
    let name = "\(album.artist) - \(album.title)".map { $0.isLetter || $0.isNumber ? $0 : "-" }
    let file = reviews.appending(String(String(name).prefix(80)) + ".json")
    try DurableFile.write(Data((try CommandOutput.text(of: outcome.review) + "\n").utf8), to: file)
    return file.string
  }
}

/// How well reviews follow the rules: the document of `albumscan-eval --reviews`.
struct ReviewTrialReport: Encodable {
  struct Entry: Encodable {
    let artist: String
    let title: String
    let kind: String
    @Nullable var model: String?
    @Nullable var rating: Double?
    @Nullable var recommendation: Recommendation?
    @Nullable var label: ReviewLabel?
    /// The rules that the first answer broke, by name.
    var broken: [String] = []
    /// What was corrected without a call, as sentences.
    var mends: [String] = []
    var bullets = 0
    var keyTracks = 0
    /// How long the track list is that songs are checked against; 0 where there is none.
    var tracksKnown = 0
    /// How often the review named a song that isn't on it.
    var absentSongs = 0
    var forFansOf: [String] = []
    var repairs = 0
    var usd = 0.0
    @Nullable var file: String?
    /// Why there is no review.
    @Nullable var error: String?

    init(artist: String, title: String, kind: String) { (self.artist, self.title, self.kind) = (artist, title, kind) }

    mutating func take(_ outcome: ReviewWriter.Written) {
      let review = outcome.review
      (model, rating, recommendation, label) = (outcome.model, review.rating, review.recommendation, review.label)
      broken = outcome.broken.map { "\($0)" }
      mends = review.mends ?? []
      (bullets, keyTracks, forFansOf) = (review.contextBullets.count, review.keyTracks.count, review.forFansOf ?? [])
      absentSongs = review.absentSongs?.count ?? 0
      repairs = outcome.broken.isEmpty ? 0 : 1
    }

    /// In a few words, what doesn't follow the rules.
    var check: String {
      if let error { return error }
      var words = broken + mends.map { _ in "mended" }
      if absentSongs > 0 { words.append(absentSongs == 1 ? "1 song not there" : "\(absentSongs) songs not there") }
      if bullets < 3 { words.append("\(bullets) bullets") }
      if keyTracks < 3 { words.append("\(keyTracks) tracks") }
      if recommendation == .recommended, forFansOf.isEmpty { words.append("for whom?") }
      return words.isEmpty ? "kept" : words.joined(separator: ", ")
    }
  }

  let schema = "albumscan/eval-reviews/1"
  let reviews: [Entry]
  /// The most it could cost, shown before anything was asked.
  let mostUSD: Double
  let usd: Double

  init(entries: [Entry], mostUSD: Double) {
    reviews = entries
    self.mostUSD = mostUSD
    usd = entries.map(\.usd).reduce(0, +)
  }

  func tell(on output: CommandOutput) {
    let rows = reviews.map { entry in
      [
        "\(entry.artist): \(entry.title)", entry.kind, entry.rating.map { String(format: "%.1f", $0) } ?? "–",
        entry.recommendation?.rawValue ?? "–", entry.label?.rawValue ?? "–", entry.check, "\(entry.repairs)",
        Phrases.cost(entry.usd),
      ]
    }
    let header = ["ALBUM", "KIND", "RATING", "VERDICT", "LABEL", "RULES", "REPAIRS", "COST"]
    output.say(Table(header: header, rows: rows))
    output.say("\nSpent: \(Phrases.cost(usd)).")
  }
}

/// A line of `albums.csv`: an album to be reviewed without a scan.
struct ListedAlbum {
  let artist: String
  let title: String
  /// Four digits; nil if missing.
  let year: String?
  /// The album's reputation in one word, such as acclaimed, poor, or obscure.
  let kind: String
  /// Empty where they aren't known.
  var tracks: [Track]

  struct Unfit: Error, CustomStringConvertible { let description: String }

  var identification: Identification {
    var album = Identification(
      artistName: artist, albumTitle: title, releaseYear: year, means: .person, confidence: .claimed, evidence: [])
    album.tracks = tracks
    return album
  }

  static func all(in file: FilePath) throws(Unfit) -> [ListedAlbum] {
    guard let text = try? String(contentsOfFile: file.string, encoding: .utf8) else {
      throw Unfit(
        description:
          "\(file) can't be read. It has to list the albums: artist,title,year,kind. docs/reviews has an example."
      )
    }
    var lines = text.split(whereSeparator: \.isNewline)
    let header = lines.first?.filter { !$0.isWhitespace }.lowercased()
    guard header == "artist,title,year,kind" || header == "artist,title,year,kind,tracks" else {
      throw Unfit(description: "The first line of \(file) must be artist,title,year,kind, or the same with ,tracks.")
    }
    lines.removeFirst()
    guard !lines.isEmpty else { throw Unfit(description: "\(file) lists no albums.") }
    var albums: [ListedAlbum] = []
    for (number, line) in lines.enumerated() {
      let fields = LabeledPhotos.fields(in: line)
      guard (4...5).contains(fields.count), !fields[0].isEmpty, !fields[1].isEmpty else {
        throw Unfit(description: "Line \(number + 2) of \(file) doesn't contain artist,title,year,kind.")
      }
      albums.append(
        ListedAlbum(
          artist: fields[0], title: fields[1], year: fields[2].isEmpty ? nil : fields[2], kind: fields[3],
          tracks: (fields.count > 4 ? fields[4].split(separator: "|") : []).enumerated().map {
            Track(position: $0 + 1, title: String($1).trimmingCharacters(in: .whitespaces))
          }))
    }
    return albums
  }
}
