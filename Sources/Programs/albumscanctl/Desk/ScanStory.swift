internal import Albums
internal import Foundation
internal import Records
internal import SystemPackage

/// One scan in words, in the page's order.
struct ScanStory {
  let scan: Scan
  let setbacks: [NotedSetback]
  var earlier: [EarlierAnswer] = []
  let root: FilePath

  func lines(on paper: Paper) -> [String] {
    var lines: [String] = []
    if let document = scan.document {
      lines += album(document, on: paper)
    } else {
      lines.append(paper.strong("Scan \(scan.id), \(scan.name): \(scan.state.rawValue)"))
      if let reason = scan.reason { lines.append(reason) }
      if let hint = scan.hint { lines.append(hint) }
      if scan.state == .failed { lines.append("Try again: albumscanctl retry \(scan.id)") }
      if let reason = scan.heldReason { lines.append("Waits until \(Phrases.moment(scan.notBefore)): \(reason)") }
    }
    lines.append("")
    lines.append("Photo   \(scan.name), now \(scan.photoNow ?? String(decoding: scan.path, as: UTF8.self))")
    if let bundle = scan.bundle { lines.append("Folder  \(root.appending(bundle))") }
    if let last = earlier.first {
      let album = last.document.album
      lines.append(
        "Before  \(album.artistName) – \(album.albumTitle), until it was made anew (\(Phrases.moment(last.at))); back to it:"
          + " albumscanctl redo \(scan.id) --undo")
    }
    if !setbacks.isEmpty {
      lines += ["", paper.strong("On the way")]
      lines += setbacks.map { "  \(Phrases.moment($0.at))  \($0.step?.rawValue ?? ""): \($0.reason)" }
    }
    return lines
  }

  private func album(_ document: AlbumDocument, on paper: Paper) -> [String] {
    let (album, review) = (document.album, document.review)
    var lines: [String] = []
    if let label = review.label, let rating = review.rating {
      lines.append("\(label.rawValue.uppercased())  \(String(format: "%.1f", rating)) \(review.emoji ?? "")")
    }
    lines += [paper.strong(album.artistName), paper.strong(album.albumTitle)]
    if let year = album.releaseYear { lines.append("Released  \(year)") }
    if !album.genres.isEmpty { lines.append("Genre     \(album.genres.joined(separator: ", "))") }
    if let label = album.recordLabel { lines.append("Label     \(label)") }
    lines.append("")
    switch review.status {
    case .written:
      lines.append(review.contextSummary ?? "")
      lines += (review.contextBullets ?? []).map { "  • \($0)" }
      lines.append("Rating    \(String(format: "%.1f", review.rating ?? 0)) out of 10")
      lines.append("🎵 Key Tracks  \((review.keyTracks ?? []).joined(separator: " · "))")
      lines += (review.sources ?? []).map { "  \($0.title)  \($0.url)" }
    case .pending: lines.append("The review isn't written yet. When there is a key: albumscanctl retry --reviews")
    case .unavailable:
      lines.append("\(ProgressLine.reviewFailed). Try again: albumscanctl retry \(scan.id)")
    }
    lines.append("")
    let confidence = document.identification.confidence
    lines.append(
      "Found by \(document.identification.by.rawValue), \(confidence == .claimed ? "unverified match" : confidence.rawValue)"
    )
    lines += document.identification.evidence.map { "  \(Self.words(for: $0))" }
    lines.append("Cost      \(Phrases.cost(document.cost.usd))")
    return lines
  }

  private static func words(for evidence: Evidence) -> String {
    switch evidence {
    case .text(let matched): "the text on the cover names the \(matched.joined(separator: " and the "))"
    case .catalogue(let distance, let margin):
      String(format: "the catalogue has it (distance %.2f, the next one %.2f further)", distance, margin)
    case .artwork(let inliers): "the artwork lies in the photo (\(inliers) inliers)"
    case .barcode(let code): "the barcode \(code) belongs to it"
    case .model(let model): "\(model) named it"
    case .person: "a person settled it"
    }
  }
}
