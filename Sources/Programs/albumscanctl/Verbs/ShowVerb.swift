internal import Albums
internal import ArgumentParser
internal import Foundation
internal import Records
internal import Subprocess
internal import SystemPackage

/// `albumscanctl show`
struct ShowVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Everything on one scan, in the page's order.")

  @Argument(help: "The scan's number.")
  var id: Int64

  @Flag(help: "Open its page.")
  var open = false

  @Flag(help: "The models' answers as they came.")
  var raw = false

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let desk = try Desk.open(options)
    guard let scan = try await desk.ledger.scan(ScanID(id)), scan.deleted == nil else {
      Paper.complain("There is no scan \(id). See: albumscanctl history")
      throw ExitCode.noSuchScan
    }
    if raw { return try await showAnswers(of: scan, on: desk) }
    let setbacks = try await desk.ledger.setbacks(of: scan.id)
    let earlier = try await desk.ledger.earlierAnswers(of: scan.id)
    if desk.paper.json {
      try desk.paper.print(document: ShowReport(scan, setbacks: setbacks, earlier: earlier))
    } else {
      for line in ScanStory(scan: scan, setbacks: setbacks, earlier: earlier, root: desk.root).lines(on: desk.paper) {
        desk.paper.say(line)
      }
    }
    try await desk.ledger.viewed(scan.id, now: Date())
    if open { try await openPage(of: scan, on: desk) }
  }

  private func showAnswers(of scan: Scan, on desk: Desk) async throws {
    let answers = try await desk.ledger.answers(of: scan.id)
    if desk.paper.json {
      return try desk.paper.print(document: RawReport(id: scan.id, answers: answers.map(RawReport.Call.init)))
    }
    if answers.isEmpty { desk.paper.say("No model was asked for scan \(scan.id).") }
    for answer in answers {
      desk.paper.say(
        desk.paper.strong(
          "\(answer.step), \(answer.model), \(Phrases.moment(answer.at)), \(Phrases.cost(answer.cost.dollars))"))
      desk.paper.say(answer.answer?.text ?? "(no answer came)")
      desk.paper.say()
    }
  }

  private func openPage(of scan: Scan, on desk: Desk) async throws {
    guard let bundle = scan.bundle, scan.state == .done || scan.state == .unsure else {
      Paper.complain("Scan \(id) has no page: it is \(scan.state.rawValue).")
      throw ExitCode.failure
    }
    let page = desk.root.appending(bundle).appending("index.html").string
    let opened = try? await Subprocess.run(.name("xdg-open"), arguments: [page], output: .discarded, error: .discarded)
    guard opened?.terminationStatus.isSuccess == true else {
      Paper.complain("The page couldn't be opened (xdg-open). It is here: \(page)")
      throw ExitCode.failure
    }
  }
}

private struct ShowReport: Encodable {
  struct Setback: Encodable {
    let at: Date
    @Nullable var step: Step?
    let kind: String
    @Nullable var service: String?
    let reason: String
  }

  let schema = "albumscan/show/1"
  let scan: ScanSummary
  /// `album.json`.
  @Nullable var album: AlbumDocument?
  let setbacks: [Setback]
  /// What it said before it was made anew, newest first.
  let earlier: [Earlier]
  @Nullable var viewedAt: Date?

  struct Earlier: Encodable {
    let until: Date
    let from: Step
    let album: AlbumDocument
  }

  init(_ scan: Scan, setbacks: [NotedSetback], earlier: [EarlierAnswer]) {
    self.earlier = earlier.map { Earlier(until: $0.at, from: $0.from, album: $0.document) }
    self.scan = ScanSummary(scan)
    self.setbacks = setbacks.map {
      Setback(
        at: $0.at, step: Nullable($0.step), kind: $0.kind, service: Nullable($0.service), reason: $0.reason)
    }
    _album = Nullable(scan.document)
    _viewedAt = Nullable(scan.viewed)
  }
}

private struct RawReport: Encodable {
  struct Call: Encodable {
    let at: Date
    let step: String
    let model: String
    let usd: Double
    @Nullable var text: String?

    init(_ answer: RawAnswer) {
      at = answer.at
      step = answer.step
      model = answer.model
      usd = answer.cost.dollars
      _text = Nullable(answer.answer?.text)
    }
  }

  let schema = "albumscan/answers/1"
  let id: ScanID
  let answers: [Call]
}
