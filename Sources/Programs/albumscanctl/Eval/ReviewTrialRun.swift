internal import Albums
internal import ArgumentParser
internal import Disk
internal import Foundation
internal import HTTP
internal import Pipeline
internal import Records
internal import Setup
internal import SystemPackage

/// `eval --reviews`: has the listed albums reviewed, and reports how well the reviews follow the rules.
struct ReviewTrialRun {
  /// Holds `albums.csv`; the reviews are written below it.
  let folder: FilePath
  let context: CommandContext

  private var output: CommandOutput { context.output }

  func run(onlyEstimate: Bool, unasked: Bool) async throws {
    let albums: [ListedAlbum]
    do { albums = try ListedAlbum.all(in: folder.appending("albums.csv")) } catch {
      CommandOutput.complain("\(error)")
      throw ExitCode.failure
    }
    let settings = context.loaded.settings
    let transport = CurlTransport(
      userAgent: "AlbumScan/\(Albumscanctl.configuration.version)", caFile: settings.network.caFile?.string)
    defer { transport.shutdown() }
    let (configured, trial) = try trial(by: transport)
    let worst = try albums.map { configured.worstCase(of: try trial.question(about: $0.identification)) ?? .zero }
    // Each may be sent back once.
    let most = worst.reduce(.zero) { $0 + $1 + $1 }
    context.remark(
      "\(Phrases.count(albums.count, "review")) by \(configured.questions.models.review): at most "
        + "\(Phrases.cost(most.dollars)), within your spending limits. Reviews that were already answered cost nothing."
    )
    if onlyEstimate || !unasked && !output.json && Prompter.isThere && !Prompter.agrees("Write them?") {
      if output.json { try output.print(document: ReviewTrialReport(entries: [], mostUSD: most.dollars)) }
      return
    }
    var entries: [ReviewTrialReport.Entry] = []
    for album in albums {
      output.progress("\(entries.count + 1) of \(albums.count): \(album.title)")
      do { entries.append(try await entry(for: album, by: trial)) } catch let postponed as Postponed {
        output.progress("")
        CommandOutput.complain("\(postponed.reason) \(postponed.cure ?? "")")
        break
      }
    }
    output.progress("")
    let report = ReviewTrialReport(entries: entries, mostUSD: most.dollars)
    if output.json { try output.print(document: report) } else { report.tell(on: output) }
    if entries.count < albums.count || entries.contains(where: { $0.error != nil }) { throw ExitCode.partly }
  }

  /// The models that the settings name, as the daemon asks them.
  private func trial(by transport: CurlTransport) throws -> (ConfiguredModels, ReviewTrial) {
    let settings = context.loaded.settings
    do {
      guard let configured = try ConfiguredModels(context: context) else {
        CommandOutput.complain("There is no model to write reviews. Store a key: albumscanctl key set anthropic")
        throw ExitCode.needsAttention
      }
      let budget = Budget(
        perScan: settings.budget.perScan, perDay: settings.budget.perDay, perMonth: settings.budget.perMonth,
        alert: settings.budget.alert)
      return (
        configured,
        ReviewTrial(
          model: try configured.client(on: context, transport: transport), promptBuilder: configured.questions,
          searches: settings.review.webSearch, budget: budget, ledger: context.ledger)
      )
    } catch let fault as ServiceFault {
      CommandOutput.complain("\(fault.reason). \(fault.cure ?? "")")
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
      if failure.fault.kind != .permanent {
        throw Postponed(until: .now, by: "models", reason: failure.fault.reason, cure: failure.fault.cure)
      }
      entry.error = failure.fault.reason
    } catch let rejection as ReviewCheck.Rejection { entry.error = rejection.description }
    entry.usd = try await context.ledger.spentOnTrials(since: began).dollars
    return entry
  }

  private func keep(_ outcome: ReviewTrial.Outcome, of album: ListedAlbum) throws -> String {
    let reviews = folder.appending("reviews")
    try FileManager.default.createDirectory(atPath: reviews.string, withIntermediateDirectories: true)
    let name = "\(album.artist) - \(album.title)".map { $0.isLetter || $0.isNumber ? $0 : "-" }
    let file = reviews.appending(String(String(name).prefix(80)) + ".json")
    try DurableFile.write(Data((try CommandOutput.text(of: outcome.review) + "\n").utf8), to: file)
    return file.string
  }
}
