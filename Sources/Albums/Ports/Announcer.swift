internal import Foundation

/// Notifies the user. Nothing waits for a notification or depends on it; if there is nobody to notify, nothing happens.
package protocol Announcer: Sendable {
  func announce(_ announcement: Announcement)

  /// There is more to show of what was announced; where that isn't shown anymore, nothing happens.
  func update(_ announcement: Announcement)

  /// What was announced of a scan isn't so anymore.
  func withdraw(_ scan: ScanID)
}

/// An event that the user may want to know about at once.
package enum Announcement: Equatable, Sendable {
  /// An album was found. Until its review is begun it can be rejected for nothing; then the review comes too.
  case found(scan: ScanID, albumTitle: String, artistName: String, photo: String, verdict: String? = nil)
  /// A scan needs a person to choose.
  case unsure(scan: ScanID, photo: String, reason: String)
  /// A photo came to no result.
  case failed(scan: ScanID, photo: String, reason: String, hint: String?)
  /// More were found in a moment than anybody looks at one by one: their headlines, the newest last.
  case several(count: Int, finds: [String])
  /// Something needs a person: a service that is paused, a budget that is nearly used. Without a cure it is over by itself.
  case trouble(code: String, service: String?, reason: String, cure: String?)

  /// The album that a document names, with its review's verdict once there is one.
  package static func found(_ document: AlbumDocument) -> Announcement {
    let review = document.review
    let verdict = review.rating.map { rating in
      [String(format: "%.1f out of 10", rating), review.recommendation?.rawValue, review.emoji].compactMap(\.self)
        .joined(separator: " ")
    }
    // Whoever stands in a shop wants to know this first.
    let lists = document.listWords.joined(separator: ", ")
    let said = [lists.prefix(1).uppercased() + lists.dropFirst(), verdict ?? ""].filter { !$0.isEmpty }
    return .found(
      scan: document.id, albumTitle: document.album.albumTitle, artistName: document.album.artistName,
      photo: document.photo.title, verdict: said.isEmpty ? nil : said.joined(separator: " · "))
  }

  /// The longest text that is taken from a photo, a model or a catalog, in characters.
  private static let longest = 150

  /// One line of plain text: bounded, without control characters or marks that turn the writing's direction around.
  package var headline: String {
    switch self {
    case .found(_, let title, let artist, _, _):
      ProgressLine.line(at: .confirmation, after: 0, found: (title: Self.shown(title), artist: Self.shown(artist)))
    case .unsure(_, let photo, _): "\(Self.shown(photo)) needs you"
    case .failed(_, _, let reason, _): Self.shown(reason)
    case .several(let count, _): "\(count) albums found"
    case .trouble(_, let service?, _, nil): "Photos are waiting for \(Self.shown(service))"
    case .trouble(_, let service?, _, _): "\(Self.shown(service)) is paused"
    case .trouble(let code, nil, _, _): HealthCode(printed: code)?.headline ?? "AlbumScan needs you"
    }
  }

  /// What stands below it, in one line or some; plain text of the same kind.
  package var detail: String {
    switch self {
    case .found(_, _, _, let photo, let verdict):
      [verdict, "In \(photo)"].compactMap(\.self).map(Self.shown).joined(separator: "\n")
    case .unsure(let scan, _, let reason): "\(Self.shown(reason)) See: albumscanctl show \(scan)"
    case .failed(_, let photo, _, let hint): [photo, hint].compactMap(\.self).map(Self.shown).joined(separator: "\n")
    case .several(_, let finds): Self.newest(of: finds)
    case .trouble(_, _, let reason, let cure):
      ([reason] + [cure].compactMap(\.self)).compactMap { Cleaned.text($0, limit: 300) }.joined(separator: "\n")
    }
  }

  /// The last few of many names, a line each.
  package static func newest(of names: [String]) -> String { names.suffix(5).map(shown).joined(separator: "\n") }

  private static func shown(_ text: String) -> String { Cleaned.text(text, limit: longest) ?? "?" }
}
