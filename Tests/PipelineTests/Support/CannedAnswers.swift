import Albums
import DrawnCovers
import Foundation
import ImagingClient
import ImagingProtocol

/// What models, catalog and archive say in these tests, about albums that don't exist.
enum CannedAnswers {
  static let artist = "Marla Quist"
  static let title = "Paper Lanterns"
  static let group = MBID("6f1d2c3b-0000-4000-8000-000000000001")
  static let release = MBID("6f1d2c3b-0000-4000-8000-000000000002")

  /// As they stand on a sleeve, below each other.
  static func lines(_ texts: [String]) -> [PrintedLine] {
    texts.enumerated().map { number, text in
      let top = 0.1 + 0.15 * Double(number)
      return PrintedLine(
        text: text, confidence: 0.95, corners: [[0.2, top], [0.8, top], [0.8, top + 0.1], [0.2, top + 0.1]],
        contrast: 0.6)
    }
  }

  static func identified(_ artist: String = artist, _ title: String = title, text: String? = nil) -> String {
    reading("identified", artist: artist, title: title, text: text ?? "\(artist)\n\(title)", confidence: "high")
  }

  /// A compilation whose sleeve names nobody.
  static func titled(_ title: String = title, text: String, confidence: String = "high") -> String {
    reading("identified", title: title, text: text, confidence: confidence)
  }

  static func searchNeeded(text: String? = "PAPER LANTERNS", confidence: String? = "high") -> String {
    reading("search_needed", text: text, confidence: confidence)
  }

  static func notIdentifiable(_ reason: CoverReading.Reason?) -> String {
    reading("not_identifiable", reason: reason?.rawValue)
  }

  private static func reading(
    _ outcome: String, reason: String? = nil, artist: String? = nil, title: String? = nil, text: String? = nil,
    confidence: String? = nil
  ) -> String {
    json([
      "outcome": outcome, "reason": reason, "artistName": artist, "albumTitle": title, "releaseYear": "1974",
      "genres": ["folk"], "recordLabel": nil, "extractedText": text, "textConfidence": confidence,
      "albumDescription": "Three moons over a harbour.",
    ])
  }

  /// The answer of phase 1A.
  static func described(_ text: String?) -> String {
    json([
      "extractedText": text, "textConfidence": text == nil ? nil : "high",
      "albumDescription": "Three moons over a harbour.",
    ])
  }

  /// The answer of the single call; nil for one that names nothing.
  static func everything(_ summary: String? = "A quiet record that carries far. It has not aged a day.") -> String {
    let isNamed = summary != nil
    return json([
      "album_title": isNamed ? title : nil, "artist_name": isNamed ? artist : nil, "release_year": nil,
      "genres": [String](), "record_label": nil, "context_summary": summary,
      "context_bullets": isNamed
        ? ["Two chords and a voice.", "The strings come in late.", "One song loses its thread."] : [],
      "rating": isNamed ? 8.4 : nil, "recommendation": isNamed ? "RECOMMENDED" : nil,
      "key_tracks": isNamed ? ["Ferry Light", "Paper Lanterns", "Hollow Year"] : [],
    ])
  }

  static func searched(_ artist: String? = artist, _ title: String? = title) -> String {
    json([
      "success": artist != nil, "artistName": artist, "albumTitle": title, "releaseYear": "1974", "genres": ["folk"],
      "recordLabel": nil, "reason": artist == nil ? "nothing fits" : nil,
    ])
  }

  static let review = reviewSaying("A quiet record that carries further than loud ones. It has not aged a day.")
  /// One sentence of three is about money.
  static let someMoneyTalk = reviewSaying(
    "A quiet record that carries far. Original pressings fetch a fortune. It has not aged a day.")
  static let moneyTalk = reviewSaying("Original pressings fetch a fortune at auction. Buy it as an investment.")

  static func reviewSaying(
    _ summary: String, rating: Double = 8.4, recommendation: String = "RECOMMENDED", label: String = "Deep Cut"
  ) -> String {
    json([
      "contextSummary": summary,
      "contextBullets": [
        "The title song rests on two chords and a voice.", "The strings come in late and stay out of the way.",
        "The last side loses its thread for one song.",
      ], "rating": rating, "recommendation": recommendation, "label": label,
      "keyTracks": ["Ferry Light", "Paper Lanterns", "Hollow Year"], "sources": [String](),
    ])
  }

  static func album(
    _ artist: String = artist, _ title: String = title, group: MBID = group, release: MBID = release,
    date: String? = "1974-05-13"
  ) -> CatalogAlbum {
    CatalogAlbum(
      releaseGroup: group, title: title, artistName: artist, artists: [MBID("6f1d2c3b-0000-4000-8000-00000000000a")],
      primaryType: "Album", firstReleaseDate: date, genres: ["folk rock"],
      releases: [CatalogRelease(id: release, title: title, status: "Official", date: date, label: "Tin Harbour")])
  }

  static func artwork(_ album: DrawnAlbum = DrawnCollection.paperLanterns) throws -> DownloadedArtwork {
    DownloadedArtwork(
      bytes: Array(try DrawnCover(album).jpeg(size: 500)),
      source: ArtworkSource(kind: .release, id: release, url: "https://coverartarchive.org/release/x/front-500"))
  }

  private static func json(_ object: [String: Any?]) -> String {
    let plain = object.mapValues { $0 ?? NSNull() }
    let data = (try? JSONSerialization.data(withJSONObject: plain, options: [.sortedKeys])) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }
}
