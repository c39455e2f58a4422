internal import Albums
internal import ArgumentParser
internal import Disk
internal import Foundation
internal import HTTP
internal import Pipeline
internal import Records
internal import Setup
internal import SystemPackage

/// `eval --reviews`: has the albums of a list reviewed, and says how the reviews keep to the rules.
struct ReviewTrialRun {
  /// Holds `albums.csv`; the reviews are written below it.
  let folder: FilePath
  let desk: Desk

  private var paper: Paper { desk.paper }

  func run(onlyEstimate: Bool, unasked: Bool) async throws {
    let albums: [ListedAlbum]
    do { albums = try ListedAlbum.all(in: folder.appending("albums.csv")) } catch {
      Paper.complain("\(error)")
      throw ExitCode.failure
    }
    let settings = desk.loaded.settings
    let transport = CurlTransport(
      userAgent: "AlbumScan/\(Albumscanctl.configuration.version)", caFile: settings.network.caFile?.string)
    defer { transport.shutdown() }
    let (bench, trial) = try trial(by: transport)
    let worst = try albums.map { bench.worstCase(of: try trial.question(about: $0.identification)) ?? .zero }
    // Each may be sent back once.
    let most = worst.reduce(.zero) { $0 + $1 + $1 }
    desk.remark(
      "\(Phrases.count(albums.count, "review")) by \(bench.questions.models.review): at most "
        + "\(Phrases.cost(most.dollars)), within your caps. What was answered before costs nothing.")
    if onlyEstimate || !unasked && !paper.json && Prompter.isThere && !Prompter.agrees("Have them written?") {
      if paper.json { try paper.print(document: ReviewTrialReport(entries: [], mostUSD: most.dollars)) }
      return
    }
    var entries: [ReviewTrialReport.Entry] = []
    for album in albums {
      paper.progress("\(entries.count + 1) of \(albums.count): \(album.title)")
      do { entries.append(try await entry(for: album, by: trial)) } catch let postponed as Postponed {
        paper.progress("")
        Paper.complain("\(postponed.reason) \(postponed.cure ?? "")")
        break
      }
    }
    paper.progress("")
    let report = ReviewTrialReport(entries: entries, mostUSD: most.dollars)
    if paper.json { try paper.print(document: report) } else { report.tell(on: paper) }
    if entries.count < albums.count || entries.contains(where: { $0.error != nil }) { throw ExitCode.partly }
  }

  /// The models that the settings name, as the daemon asks them.
  private func trial(by transport: CurlTransport) throws -> (ModelBench, ReviewTrial) {
    let settings = desk.loaded.settings
    do {
      guard let bench = try ModelBench(desk: desk) else {
        Paper.complain("There is no model to write reviews. Give it a key: albumscanctl key set anthropic")
        throw ExitCode.needsAttention
      }
      let budget = Budget(
        perScan: settings.budget.perScan, perDay: settings.budget.perDay, perMonth: settings.budget.perMonth,
        alert: settings.budget.alert)
      return (
        bench,
        ReviewTrial(
          model: try bench.client(on: desk, transport: transport), questionnaire: bench.questions,
          searches: settings.review.webSearch, budget: budget, ledger: desk.ledger)
      )
    } catch let setback as Setback {
      Paper.complain("\(setback.reason). \(setback.cure ?? "")")
      throw ExitCode.needsAttention
    }
  }

  /// - Throws: `Postponed`, after which no other is asked either.
  private func entry(for album: ListedAlbum, by trial: ReviewTrial) async throws -> ReviewTrialReport.Entry {
    let began = Date()
    var entry = ReviewTrialReport.Entry(artist: album.artist, title: album.title, kind: album.kind)
    do {
      let outcome = try await trial.review(of: album.identification)
      entry.take(outcome)
      entry.file = try keep(outcome, of: album)
    } catch let failure as ModelFailure {
      if failure.setback.kind != .permanent {
        throw Postponed(until: .now, by: "models", reason: failure.setback.reason, cure: failure.setback.cure)
      }
      entry.error = failure.setback.reason
    } catch let rejection as ReviewCheck.Rejection { entry.error = rejection.description }
    entry.usd = try await desk.ledger.spentOnTrials(since: began).dollars
    return entry
  }

  private func keep(_ outcome: ReviewTrial.Outcome, of album: ListedAlbum) throws -> String {
    let reviews = folder.appending("reviews")
    try FileManager.default.createDirectory(atPath: reviews.string, withIntermediateDirectories: true)
    let name = "\(album.artist) - \(album.title)".map { $0.isLetter || $0.isNumber ? $0 : "-" }
    let file = reviews.appending(String(String(name).prefix(80)) + ".json")
    try DurableFile.write(Data((try Paper.text(of: outcome.review) + "\n").utf8), to: file)
    return file.string
  }
}
