internal import Foundation

/// An event in the words of a message on a phone.
extension ScanEvent {
  package var title: String {
    let photo = Self.shown(photo ?? "A photo", limit: 80) + (part.map { " (\($0.words))" } ?? "")
    return switch event {
    case .known, .reviewed:
      album.map { "\(Self.shown($0.artistName, limit: 100)) – \(Self.shown($0.albumTitle, limit: 100))" } ?? photo
    case .unsure: "\(photo) needs you"
    case .failed: "\(photo): no album"
    case .test: "AlbumScan"
    }
  }

  package var message: String {
    switch event {
    case .known, .reviewed:
      let verdict = review.map { review in
        "\(String(format: "%.1f", review.rating)) \(review.recommendation.emoji) \(review.label.rawValue.uppercased())"
      }
      let first = review.flatMap { Sentences.of($0.contextSummary).first }.map { Self.shown(String($0), limit: 400) }
      let listed = lists.isEmpty ? nil : lists.map { Self.shown($0, limit: 120) }.joined(separator: ", ")
      return [
        verdict, listed, library.map { "in your library: \($0)" }, confidence == .claimed ? "unverified match" : nil,
        first ?? (review == nil ? "its review isn’t there yet" : nil),
      ].compactMap(\.self).joined(separator: " · ")
    case .unsure:
      guard !candidates.isEmpty else { return Self.shown(reason ?? "Choose the album.", limit: 400) }
      return "Which one is it?\n"
        + candidates.enumerated().map { place, album in
          let year = album.releaseYear.map { " (\(Self.shown($0, limit: 10)))" } ?? ""
          return "\(album.number ?? place + 1). \(Self.shown(album.artistName, limit: 100)) – "
            + Self.shown(album.albumTitle, limit: 100) + year
        }.joined(separator: "\n")
    case .failed:
      return [reason, hint].compactMap(\.self).map { Self.shown($0, limit: 400) }.joined(separator: "\n")
    case .test: return "Messages from AlbumScan arrive here."
    }
  }

  /// There is nothing new in it.
  package var isOfLittleInterest: Bool { event != .unsure && event != .failed && isKnown && lists.isEmpty }

  private static func shown(_ text: String, limit: Int) -> String { Cleaned.text(text, limit: limit) ?? "?" }

  /// A sentence about a fault, in which files are named without where they are.
  package static func withoutPaths(_ text: String) -> String {
    var isPath = false
    return text.replacing(/'~?\/[^']*'/) { lastPart(of: $0.output.dropFirst().dropLast()) }
      .split(separator: " ", omittingEmptySubsequences: false).map { word in
        let core = word.drop { "'\"(".contains($0) }
        // A name with blanks in it is in several words.
        isPath = core.hasPrefix("/") || core.hasPrefix("~/") || isPath && core.contains("/")
        return isPath ? lastPart(of: core) : String(word)
      }.joined(separator: " ")
  }

  private static func lastPart(of path: Substring) -> String {
    path.split(separator: "/").last.map { $0.filter { !"'\"".contains($0) } } ?? "a folder"
  }
}
