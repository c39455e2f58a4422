internal import Albums
internal import Console
internal import Foundation
internal import Records
internal import SystemPackage

/// Describes one scan as text, in the page's order: the album, the evidence, the cost, and what to do if it is wrong.
struct ScanDescription {
  let details: ScanDetails
  let root: FilePath
  let output: CommandOutput

  private var scan: Scan { details.scan }

  var lines: [String] {
    let parts = [
      heading, album, review, tracks, belief, candidates, read, asked, remedies, whereabouts, durations, onTheWay,
    ]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private var heading: [String] {
    var lines = ["\(output.strong("Scan \(scan.id), \(scan.photoTitle)")): \(standing)"]
    if let joined = details.joined {
      lines.append("It joined \(Phrases.named(joined)). To see that scan: albumscanctl show \(joined.id)")
    } else if scan.state != .done, let reason = scan.reason {
      lines.append(reason)
    }
    if let photos = details.document?.photosWords { lines.append(photos) }
    // The commands are printed below, with their purpose.
    if let hint = scan.hint, !details.remedies.contains(where: { $0.command == hint }) { lines.append(hint) }
    lines += details.document?.photo.flaws ?? []
    if scan.state == .waiting { lines.append(waiting) }
    if scan.state == .running || details.review != nil {
      lines.append(StatusReport.InHand(scan, details.review, now: Date()).line)
    }
    return lines
  }

  private var standing: String {
    switch scan.state {
    case .waiting: "waiting"
    case .running: "in progress"
    case .unsure: "unsure, needs you"
    case .done: "done"
    case .failed: "failed"
    case .rejected: scan.joined.map { "a photo of scan \($0)" } ?? "rejected"
    }
  }

  private var waiting: String {
    let until = scan.notBefore > Date() ? " until \(Phrases.moment(scan.notBefore))" : ""
    return "Waiting\(until): \(scan.heldReason ?? "its turn")"
  }

  // MARK: The album

  /// An undecided scan has no album yet.
  private var album: [String] {
    guard let document = details.document, scan.state == .done || scan.state == .rejected else { return [] }
    let (album, review) = (document.album, document.review)
    var lines: [String] = []
    if let label = review.label, let rating = review.rating {
      lines.append("\(label.rawValue.uppercased())  \(String(format: "%.1f", rating)) \(review.emoji ?? "")")
    }
    lines += [output.branded(album.artistName), output.branded(album.albumTitle)]
    if var known = document.identification.known {
      // Printed below, with the number of tracks.
      if details.holding != nil { known.inLibrary = false }
      lines += known.words { String($0.prefix(10)) }
    }
    lines += document.markWords { String($0.prefix(10)) }
    if let year = album.releaseYear { lines.append("Released  \(year)") }
    if !album.genres.isEmpty { lines.append("Genre     \(album.genres.joined(separator: ", "))") }
    if let label = album.recordLabel { lines.append("Label     \(label)") }
    lines += album.links.map { "Hear it   \($0.service.name)  \($0.url)" }
    if let holding = details.holding {
      lines.append("In your library: \(holding.words). To play it: albumscanctl play \(scan.id)")
    }
    return lines
  }

  private var review: [String] {
    guard let review = details.document?.review, scan.state == .done else { return [] }
    switch review.status {
    case .written:
      var lines = [review.contextSummary ?? ""] + (review.contextBullets ?? []).map { "  • \($0)" }
      lines.append("Rating    \(String(format: "%.1f", review.rating ?? 0)) out of 10")
      if let names = review.forFansOf, !names.isEmpty {
        lines.append("For fans of  \(names.joined(separator: ", "))")
      }
      for (title, names) in [("Comes from", review.influences), ("Led to", review.influenced)] {
        if let names, !names.isEmpty { lines.append("\(title)  \(names.joined(separator: ", "))") }
      }
      if let tracks = review.keyTracks, !tracks.isEmpty {
        lines.append("🎵 Key Tracks  \(tracks.joined(separator: " · "))")
      }
      return lines + (review.sources ?? []).map { "  \($0.title)  \($0.url)" }
    case .pending where !details.wantsReviews: return [Ledger.reviewsAreOff]
    case .pending where details.review != nil: return ["The review is being written…"]
    case .pending:
      return [
        "The review isn't written yet. To see what it waits for: albumscanctl status",
        "To request it now: albumscanctl retry \(scan.id)",
      ]
    case .unavailable: return ["\(ProgressLine.reviewFailed). Try again: albumscanctl retry \(scan.id)"]
    }
  }

  private var tracks: [String] {
    guard let document = details.document, scan.state == .done, !document.album.tracks.isEmpty else { return [] }
    let tracks = document.album.tracks
    let keys = Set(document.review.keyTracks ?? [])
    // A record's sides go on counting through all its discs.
    let hasDiscs = tracks.contains { $0.disc != tracks[0].disc && $0.side == nil }
    let numbers = tracks.map { hasDiscs ? "\($0.disc)-\($0.number)" : $0.number }
    let width = numbers.map { Columns.width(of: $0) }.max() ?? 0
    let lines = zip(tracks, numbers).map { track, number in
      let margin = String(repeating: " ", count: width - Columns.width(of: number))
      let mark = keys.contains(track.title) ? "  🎵" : ""
      return "  \(margin)\(number)  \(track.title)\(track.length.map { "  \($0)" } ?? "")\(mark)"
    }
    return ["\(output.strong("Tracks")) (🎵 key tracks)"] + lines
  }

  // MARK: Why

  private var belief: [String] {
    guard let (confidence, evidence, means) = details.belief else { return [] }
    let title =
      scan.state == .rejected ? "Why AlbumScan took it for this album" : "Why AlbumScan believes it is this album"
    var lines = [
      "\(output.strong(title)): \(EvidenceText.title(of: confidence, evidence).lowercased())",
      "  \(EvidenceText.belief(confidence, evidence, by: means))",
    ]
    if scan.document?.identification.catalogue == .pending { lines.append("  \(EvidenceText.catalogPending)") }
    lines += reasons(evidence, indent: 2)
    let doubts = details.doubts
    lines.append(output.strong("What counts against it"))
    lines += doubts.isEmpty ? ["  Nothing known."] : doubts.map { "  – \($0)" }
    return lines
  }

  private func reasons(_ evidence: [Evidence], indent: Int) -> [String] {
    evidence.compactMap { item in
      if case .artworkDiffers = item { return nil }
      return String(repeating: " ", count: indent) + "\(item.isNoReason ? "·" : "+") \(EvidenceText.sentence(item))"
    }
  }

  private var candidates: [String] {
    let candidates = details.candidates
    guard !candidates.isEmpty else { return [] }
    var lines = [output.strong(scan.state == .unsure ? "Candidates" : "Also considered")]
    for candidate in candidates {
      let more = [candidate.releaseYear, candidate.disambiguation].compactMap { $0 }.joined(separator: ", ")
      let number = candidate.number.map { "\($0)  " } ?? ""
      lines.append(
        "  \(number)\(candidate.artistName) – \(candidate.albumTitle)\(more.isEmpty ? "" : " (\(more))")")
      if let why = candidate.why { lines.append("     \(why)") }
      if let file = candidate.artwork, let bundle = scan.bundle {
        lines.append("     Cover: \(root.appending(bundle).appending(file))")
      }
    }
    return lines
  }

  private var read: [String] {
    let cover = details.cover
    let text = cover?.extractedText ?? details.document?.identification.extractedText
    let description = cover?.albumDescription ?? details.document?.identification.albumDescription
    guard text?.isEmpty == false || description?.isEmpty == false else { return [] }
    var lines = [output.strong("What was read on the cover")]
    if let text, !text.isEmpty {
      lines += text.split(separator: "\n").map { "  “\($0)”" }
      if let confidence = cover?.textConfidence { lines.append("  (read with \(confidence.rawValue) confidence)") }
    }
    if let description, !description.isEmpty { lines.append("  Seen: \(description)") }
    return lines
  }

  // MARK: What it cost

  private var asked: [String] {
    var lines = ["\(output.strong("What it cost")): \(CostText.dollars(details.cost.dollars))"]
    if details.cover != nil || !details.calls.isEmpty { lines.append("  Strategy: \(details.strategy.rawValue)") }
    for call in details.calls {
      let step = Step(rawValue: call.step).map(CostText.purpose(of:)) ?? call.step
      lines.append("  \(Phrases.moment(call.at))  \(step), \(call.model): \(bill(of: call))")
      if let prompt = call.prompt { lines.append("         prompt: \(details.promptWords(prompt))") }
    }
    if details.calls.isEmpty { lines.append("  No model was asked for this scan.") }
    lines += details.savings.map { "  Saved: \($0)" }
    if !details.sources.isEmpty {
      lines.append("  Sources of the search:")
      lines += details.sources.map { "    \($0.title)  \($0.url)" }
    }
    return lines
  }

  private func bill(of call: BookedCall) -> String {
    let usage = CostText.usage(
      input: call.usage.inputTokens, output: call.usage.outputTokens, searches: call.usage.searches)
    let price = CostText.dollars(call.cost.dollars)
    let fate = call.isDropped ? " (answer not used)" : ""
    switch call.standing {
    case .settled: return "\(usage), \(price)\(fate)"
    case .released: return "refused by the service, no cost"
    case .reserved where call.answer != nil:
      return "\(price), booked at the worst case, since the answer didn't state its usage\(fate)"
    case .reserved: return "\(price), booked at the worst case until the cost is known"
    }
  }

  // MARK: What to do

  private var remedies: [String] {
    let title =
      switch scan.state {
      case .done: "If it is wrong"
      case .unsure: "How to settle it"
      case .waiting, .running, .failed, .rejected: "What you can do"
      }
    return [output.strong(title)] + details.remedies.flatMap { ["  \($0.purpose):", "    \($0.command)"] }
  }

  private var whereabouts: [String] {
    var lines = ["Arrived  \(Phrases.moment(scan.arrived))"]
    if let finished = scan.finished { lines.append("Finished \(Phrases.moment(finished))") }
    lines.append("Photo    \(scan.name), now \(scan.photoNow ?? String(decoding: scan.path, as: UTF8.self))")
    if let part = scan.part {
      let others = details.parts.filter { $0 != scan.id }
      let last = others.last.map { others.count > 1 ? " and \($0)" : "\($0)" } ?? ""
      let with =
        others.isEmpty ? "" : " (with scans \(others.dropLast().map(\.description).joined(separator: ", "))\(last))"
      lines.append("Sleeve   \(part.number) of \(part.of) in \(scan.name)\(with)")
    }
    if let bundle = scan.bundle, scan.state != .rejected { lines.append("Folder   \(root.appending(bundle))") }
    lines += details.decisions.map { decision in
      let word = decision.choice == .accepted ? "Accepted" : "Rejected"
      return "\(word) \(decision.album.words), by you, \(Phrases.moment(decision.at)) (scan \(decision.scan))"
    }
    if let last = details.earlier.first {
      let album = last.document.album
      lines.append(
        "Before   \(album.artistName) – \(album.albumTitle), until the scan was repeated (\(Phrases.moment(last.at))); "
          + "to bring it back: albumscanctl redo \(scan.id) --undo")
    }
    return lines
  }

  private var durations: [String] {
    guard !details.durations.isEmpty else { return [] }
    let whole = details.durations.reduce(0) { $0 + $1.seconds }
    return ["\(output.strong("How long it took")): \(Phrases.duration(whole))"]
      + details.durations.map { "  \($0.step.rawValue)  \(Phrases.duration($0.seconds))" }
  }

  private var onTheWay: [String] {
    guard !details.faults.isEmpty else { return [] }
    return [output.strong("Steps")]
      + details.faults.map { "  \(Phrases.moment($0.at))  \($0.step?.rawValue ?? ""): \($0.reason)" }
  }
}
