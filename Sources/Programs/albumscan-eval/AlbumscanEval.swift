internal import ArgumentParser
internal import Console
internal import Disk
internal import Foundation
internal import Setup
internal import SystemPackage

/// Measures the accuracy of recognition, and of reviews.
@main
struct AlbumscanEval: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "albumscan-eval",
    abstract: "Measure how well covers are recognized in your own labeled photos.",
    discussion: """
      DIR contains covers/NAME.jpg and photos/CAMERA/NAME.jpg, with the same NAME for the same cover, or labels.csv \
      with the columns photo,cover. If it also contains names.csv (the covers' names: name,artist,title), the report \
      says in how many photos artist and title could be read. Everything runs on this computer, with a separate index: \
      covers that you taught before aren't used, and nothing is added to them.

      With --reviews, DIR contains albums.csv (artist,title,year,kind; docs/reviews has an example). The configured \
      model writes a review of each album, within your spending limits; the reviews are kept in DIR/reviews. The \
      command first shows what this may cost.

      Exit codes: 0 done; 1 failed; 2 part of it failed; 5 something needs your attention; 64 wrong usage; 75 try again \
      later; 78 wrong settings.
      """,
    version: Version.text)

  /// So that the parser's messages begin like ours.
  static let _errorPrefix = "\(CommandOutput.voice): "

  @Argument(help: "The folder of covers and photos.", completion: .directory)
  var folder: String

  @Flag(help: "Write reviews of the albums in DIR/albums.csv, and check them against the rules.")
  var reviews = false

  @Flag(help: "With --reviews: only show what they may cost.")
  var estimate = false

  @Flag(name: .shortAndLong, help: "With --reviews: don't ask for confirmation.")
  var yes = false

  @Option(help: "Write the picture that a model would get of each photo to this folder.", completion: .directory)
  var crops: String?

  @OptionGroup var options: CommonOptions

  static func main() { runAsProgram() }

  func run() async throws {
    if reviews {
      let trial = ReviewTrialRun(folder: FilePath(argument: folder), context: try CommandContext.open(options))
      return try await trial.run(onlyEstimate: estimate, unasked: yes)
    }
    let labeled: LabeledPhotos
    do { labeled = try LabeledPhotos(in: FilePath(folder)) } catch {
      CommandOutput.complain("\(error)")
      throw ExitCode.failure
    }
    let output = CommandOutput(json: options.json)
    let report = try await report(on: labeled, telling: output)
    if output.json { try output.print(document: report) } else { tell(report, on: output) }
    if !report.unread.isEmpty { throw ExitCode.partly }
  }

  private func report(on labeled: LabeledPhotos, telling output: CommandOutput) async throws -> EvalReport {
    let folder = FileManager.default.temporaryDirectory.appending(path: "albumscan-eval-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // A leftover in the system's temporary folder does no harm.
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      if let crops { try FileManager.default.createDirectory(atPath: crops, withIntermediateDirectories: true) }
      let evaluation = Evaluation(
        imaging: CommandContext.imaging(), folder: FilePath(folder.path), crops: crops.map { FilePath(argument: $0) })
      return try await evaluation.report(on: labeled) { done, all, what in
        output.progress("\(done) of \(all) \(what)")
      }
    } catch {
      CommandOutput.complain("\(error)")
      throw ExitCode.failure
    }
  }

  private func tell(_ report: EvalReport, on output: CommandOutput) {
    output.progress("")
    let header = [
      "CAMERA", "PHOTOS", "SLEEVE FOUND", "RIGHT", "IN FIRST 3", "WRONG", "WRONG, COVER UNKNOWN", "MEDIAN",
    ]
    func row(_ name: String, _ figures: EvalReport.Figures) -> [String] {
      [
        name, "\(figures.photos)", percent(figures.sleeveFound), percent(figures.rank1), percent(figures.top3),
        percent(figures.falseAccepts), percent(figures.notInIndex),
        milliseconds(figures.medianMilliseconds),
      ]
    }
    var rows = report.cameras.map { row($0.camera.isEmpty ? "–" : $0.camera, $0.figures) }
    rows.append(row("all", report.all))
    output.say(Table(header: header, rows: rows))
    output.say()
    output.say(
      "\(Phrases.count(report.covers, "cover")), \(report.bytesPerCover / 1000) kB each. This cost nothing.")
    if let right = report.all.rightContradicted, let wrong = report.all.wrongContradicted {
      output.say(
        "Ruled out as not in the photo: \(percent(right)) of right covers, \(percent(wrong)) of wrong ones.")
    }
    if let artist = report.all.artistRead, let title = report.all.titleRead, let either = report.all.eitherRead {
      output.say(
        "Read: the artist on \(percent(artist)) of photos, the title on \(percent(title)), either on \(percent(either));"
          + " \(milliseconds(report.all.medianReadingMilliseconds)).")
    }
    let lost = EvalReport.Loss.allCases.compactMap { loss in report.all.lost[loss.rawValue].map { (loss, $0) } }
    if !lost.isEmpty { output.say("Lost: \(lost.map { "\($0.1) \($0.0.words)" }.joined(separator: ", ")).") }
    for entry in report.perPhoto where entry.isWrong {
      output.say("\(entry.photo): mistaken for \(entry.answer ?? "")")
    }
    for entry in report.perPhoto where entry.answer == nil {
      guard let lost = entry.lost else { continue }
      output.say("\(entry.photo): \(lost.words) (\(Phrases.count(entry.inliers, "place")) agree)")
    }
    for file in report.unread { output.say("\(file.file): \(file.error)") }
  }

  private func milliseconds(_ time: Double?) -> String { time.map { String(format: "%.0f ms", $0) } ?? "–" }

  private func percent(_ share: Double?) -> String { share.map { String(format: "%.1f%%", $0 * 100) } ?? "–" }
}
