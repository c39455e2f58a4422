import Albums

/// Documents and galleries as pages are made of, each differing from the ordinary only where a test says so.
enum Fixtures {
  static let review = Review(
    contextSummary:
      "A record of unease that turned a guitar band into something stranger. It still sounds like tomorrow.",
    contextBullets: [
      "Its structures leave verse and chorus behind without losing the tune.",
      "Recorded in a country house whose rooms can be heard.", "Critics placed it among the decade’s best at once.",
    ], rating: 9.5, recommendation: .essential, label: .essentialClassic,
    keyTracks: ["Airbag", "Paranoid Android", "Let Down"],
    sources: [Source(title: "A review", url: "https://www.example.org/reviews/1?a=1&b=2")])

  static let written = AlbumDocument.ReviewEntry(
    written: review, cached: false, model: "model-1", prompt: Digest(hex: String(repeating: "0", count: 64)),
    writtenAt: "2026-11-21T14:03:30Z")

  static func album(
    id: Int64 = 17, state: ScanState = .done, artist: String = "Radiohead", title: String = "OK Computer",
    year: String? = "1997", genres: [String] = ["alternative rock", "art rock"], label: String? = "Parlophone",
    group: MBID? = MBID("b1392450-e666-3926-a536-22c65f834433"), confidence: Confidence = .verified,
    evidence: [Evidence] = [.artwork(inliers: 143), .text(matched: ["artist", "title"])], read: String? = "OK COMPUTER",
    candidates: [AlbumDocument.Candidate] = [], reason: String? = nil, artwork: ArtworkStatus = .present,
    review: AlbumDocument.ReviewEntry = written
  ) -> AlbumDocument {
    AlbumDocument(
      id: ScanID(id), scannedAt: "2026-11-21T14:03:22Z", state: state,
      photo: .init(name: "IMG_1234.jpg", sha256: "", now: nil),
      album: .init(
        artistName: artist, albumTitle: title, releaseYear: year, genres: genres, recordLabel: label,
        musicbrainz: .init(releaseGroup: group, release: nil, artists: [])),
      identification: .init(
        strategy: "two-tier", by: .call1, confidence: confidence, evidence: evidence, extractedText: read,
        albumDescription: nil, candidates: candidates, reason: reason),
      artwork: artwork == .present ? .init(status: .present, width: 500, height: 500) : .init(status: artwork),
      review: review, cost: .init(usd: 0, calls: []))
  }

  /// With doubts, other candidates, and a bill.
  static func whole() -> AlbumDocument {
    var album = album(
      evidence: [
        .artwork(inliers: 143), .text(matched: ["artist", "title"], words: ["RADIOHEAD", "OK COMPUTER"]),
        .catalog(distance: 0.1, margin: 0.4, penalties: [yearsOff]),
      ], candidates: [candidate("Kid A", by: "Radiohead", year: "2000", why: "Against it: a different title (80%).")])
    album.cost = .init(
      usd: 0.0123,
      calls: [
        .init(step: .reading, model: "model-1", usage: Usage(inputTokens: 1420, outputTokens: 120), usd: 0.005),
        .init(
          step: .search, model: "model-1", usage: Usage(inputTokens: 900, outputTokens: 80, searches: 2), usd: 0.0073),
      ])
    return album
  }

  static let yearsOff = NamedPenalty(name: "year-differs", weight: 0.1, reason: "3 years off")

  static func candidate(
    _ title: String, by artist: String, year: String? = nil, note: String? = nil, number: Int? = nil,
    artwork: String? = nil, why: String? = nil
  ) -> AlbumDocument.Candidate {
    .init(
      number: number, artistName: artist, albumTitle: title, releaseYear: year, disambiguation: note,
      releaseGroup: MBID("b1392450-e666-3926-a536-22c65f834433"), artwork: artwork,
      evidence: [.artwork(inliers: 61), .catalog(distance: 0.1, margin: -0.1, penalties: [yearsOff])], why: why)
  }

  static func entry(
    _ id: Int64, _ title: String = "OK Computer", by artist: String = "Radiohead", folder: String = "IMG Radiohead",
    at time: String = "2026-11-21T14:03:22Z", confidence: Confidence = .verified, hasThumbnail: Bool = true,
    rating: Double? = 9.5
  ) -> GalleryEntry {
    GalleryEntry(
      id: ScanID(id), folder: folder, artistName: artist, albumTitle: title, releaseYear: "1997", finishedAt: time,
      confidence: confidence, hasThumbnail: hasThumbnail, rating: rating,
      label: rating == nil ? nil : "Essential Classic")
  }
}
