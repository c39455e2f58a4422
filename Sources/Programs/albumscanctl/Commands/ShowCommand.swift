internal import Albums
internal import ArgumentParser
internal import Console
internal import Foundation
internal import Records

/// `albumscanctl show`
struct ShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show everything about one scan.",
    discussion: """
      The album, why AlbumScan believes that it is this album and what counts against it, which models were asked and \
      what they cost, and what to do if the album is wrong.
      """)

  @Argument(help: "The scan's number.", completion: .scans)
  var id: Int64

  @Flag(help: "Open the scan's page.")
  var open = false

  @Flag(help: "Show the models' unedited answers, and what was corrected in the review.")
  var raw = false

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    let scan = try await context.scan(ScanID(id))
    if raw { try await showAnswers(of: scan, on: context) } else { try await tell(of: scan, on: context) }
    try await context.ledger.viewed(scan.id, now: Date())
    if open { try await context.open(try context.page(of: scan)) }
  }

  private func tell(of scan: Scan, on context: CommandContext) async throws {
    let details = try await ScanDetails.collect(scan, from: context)
    if context.output.json {
      try context.output.print("show/2", details.fields)
    } else {
      for line in ScanDescription(details: details, root: context.root, output: context.output).lines.flatMap(
        context.output.folded)
      {
        context.output.say(line)
      }
    }
  }

  private func showAnswers(of scan: Scan, on context: CommandContext) async throws {
    let answers = try await context.ledger.bookedCalls(of: scan.id)
    let shown = try await context.ledger.review(shownBy: scan)
    // It may be older than the track list.
    let check = scan.document.map {
      ReviewCheck(artistName: $0.album.artistName, albumTitle: $0.album.albumTitle, tracks: $0.album.tracks)
    }
    let mends = shown.map { check?.checked($0) ?? $0 }?.mends ?? []
    if context.output.json {
      let entries = answers.map { answer -> JSONObject in
        [
          "at": answer.at, "step": answer.step, "model": answer.model, "usd": answer.cost.dollars,
          "text": answer.answer?.text, "sources": answer.answer?.sources ?? [],
          "consulted": answer.answer?.consulted ?? [],
        ]
      }
      return try context.output.print("answers/1", ["id": scan.id, "answers": entries, "mends": mends])
    }
    if answers.isEmpty { context.output.say("No model was asked for scan \(scan.id).") }
    for answer in answers {
      context.output.say(
        context.output.strong(
          "\(answer.step), \(answer.model), \(Phrases.moment(answer.at)), \(Phrases.cost(answer.cost.dollars))"))
      context.output.quote(answer.answer?.text ?? "(no answer came)")
      context.output.say()
    }
    if !mends.isEmpty { context.output.say(context.output.strong("Corrected in the review")) }
    for mend in mends { context.output.say("  \(mend)") }
  }
}

extension ScanDetails {
  /// The JSON document of `show`.
  fileprivate var fields: JSONObject {
    [
      "scan": scan, "parts": parts, "album": document, "library": holding, "belief": beliefFields,
      "candidates": candidates,
      "read": cover.map(fields), "strategy": strategy, "calls": calls.map(fields), "costUSD": cost.dollars,
      "savings": savings, "sources": sources, "decisions": decisions.map(fields), "remedies": remedies,
      "durations": durations.map { ["step": $0.step, "seconds": $0.seconds] as JSONObject },
      "seconds": durations.isEmpty ? nil : durations.reduce(0) { $0 + $1.seconds },
      "faults": faults.map(fields), "earlier": earlier.map(fields), "viewedAt": scan.viewed,
    ]
  }

  /// Why AlbumScan believes in the match, as sentences.
  private var beliefFields: JSONObject? {
    belief.map { confidence, evidence, means in
      [
        "confidence": confidence, "title": EvidenceText.title(of: confidence, evidence),
        "meaning": EvidenceText.belief(confidence, evidence, by: means), "by": means, "evidence": evidence,
        "reasons": evidence.map(EvidenceText.sentence), "doubts": doubts,
      ]
    }
  }

  private func fields(of cover: CoverReading) -> JSONObject {
    [
      "extractedText": cover.extractedText, "textConfidence": cover.textConfidence,
      "albumDescription": cover.albumDescription,
    ]
  }

  private func fields(of call: BookedCall) -> JSONObject {
    [
      "at": call.at, "step": call.step, "service": call.service, "model": call.model,
      "prompt": call.prompt.map { "sha256:\($0.hex)" }, "promptName": call.prompt.flatMap { promptNames[$0] },
      "inputTokens": call.usage.inputTokens, "outputTokens": call.usage.outputTokens, "searches": call.usage.searches,
      "usd": call.cost.dollars, "booked": call.standing.rawValue, "answered": call.answer != nil,
      "putAside": call.isDropped,
    ]
  }

  private func fields(of decision: Decision) -> JSONObject {
    [
      "at": decision.at, "choice": decision.choice.rawValue, "artistName": decision.album.artistName,
      "albumTitle": decision.album.albumTitle, "releaseGroup": decision.album.releaseGroup, "scan": decision.scan,
    ]
  }

  private func fields(of fault: RecordedFault) -> JSONObject {
    [
      "at": fault.at, "step": fault.step, "code": fault.code, "kind": fault.kind, "service": fault.service,
      "reason": fault.reason,
    ]
  }

  private func fields(of earlier: EarlierAnswer) -> JSONObject {
    ["until": earlier.at, "from": earlier.from, "album": earlier.document]
  }
}
