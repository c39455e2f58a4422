/// Something that a person may want to know at once.
package enum Announcement: Equatable, Sendable {
  /// An album was found; until its review is written it can be rejected for nothing.
  case found(scan: ScanID, albumTitle: String, artistName: String, photo: String)
  /// A scan needs a person to choose.
  case unsure(scan: ScanID, photo: String, reason: String)

  /// The longest text that is taken from a photo, a model or a catalogue, in characters.
  private static let longest = 150

  /// One line of plain text: bounded, without control characters or marks that turn the writing's direction around.
  package var headline: String {
    switch self {
    case .found(_, let title, let artist, _):
      ProgressLine.line(at: .confirmation, after: 0, found: (title: Self.shown(title), artist: Self.shown(artist)))
    case .unsure(_, let photo, _): "\(Self.shown(photo)) needs you"
    }
  }

  /// A second line of plain text, of the same kind.
  package var detail: String {
    switch self {
    case .found(_, _, _, let photo): "In \(Self.shown(photo))"
    case .unsure(let scan, _, let reason): "\(Self.shown(reason)) See: albumscanctl show \(scan)"
    }
  }

  private static func shown(_ text: String) -> String { Cleaned.text(text, limit: longest) ?? "?" }
}
