import Foundation
import TestSupport
import Testing

@testable import Albums

@Suite struct AlbumDocumentTests {
  private static let mbid = MBID("b1392450-e666-3926-a536-22c65f834433")

  private static func document(
    state: ScanState = .done, now: String? = "originals/2026-11/IMG_1234.jpg", releaseGroup: MBID? = mbid,
    evidence: [Evidence] = [], candidates: [AlbumDocument.Candidate] = [],
    artwork: AlbumDocument.ArtworkEntry = .init(status: .none),
    review: AlbumDocument.ReviewEntry = .init(status: .pending)
  ) -> AlbumDocument {
    AlbumDocument(
      id: ScanID(17), scannedAt: "2026-11-21T14:03:22Z", state: state,
      photo: .init(name: "IMG_1234.jpg", sha256: String(repeating: "ab", count: 32), now: now),
      album: .init(
        artistName: "Night Bus", albumTitle: "Lanterns", releaseYear: releaseGroup == nil ? nil : "1997",
        genres: ["dream pop"], recordLabel: nil,
        musicbrainz: .init(releaseGroup: releaseGroup, release: nil, artists: releaseGroup.map { [$0] } ?? [])),
      identification: .init(
        strategy: "two-tier", by: .call1, confidence: .claimed, evidence: evidence, extractedText: "NIGHT BUS",
        albumDescription: nil, candidates: candidates), artwork: artwork, review: review,
      cost: .init(
        usd: 0.0123,
        calls: [.init(step: .reading, model: "m", usage: Usage(inputTokens: 1420, outputTokens: 120), usd: 0.005)]))
  }

  private static let review = Review(
    contextSummary: "One. Two.", contextBullets: ["a", "b", "c"], rating: 9.5, recommendation: .essential,
    label: .essentialClassic, keyTracks: ["x", "y", "z"], sources: [Source(title: "t", url: "https://example.org/a")])

  private static let documents: [(name: String, document: AlbumDocument)] = [
    ("nothing but a name", document(now: nil, releaseGroup: nil)),
    (
      "all kinds of evidence",
      document(evidence: [
        .text(matched: ["artist", "title"], words: ["NIGHT BUS", "LANTERNS"]),
        .catalog(
          distance: 0.02, margin: 0.5,
          penalties: [NamedPenalty(name: "year-differs", weight: 0.02, reason: "a year off")]),
        .artwork(inliers: 143), .artworkDiffers(inliers: 4), .barcode("4015698000000"), .model("m"), .person,
      ])
    ),
    (
      "unsure",
      document(
        state: .unsure,
        candidates: [
          .init(
            number: 1, artistName: "Weezer", albumTitle: "Weezer", releaseYear: "1994", disambiguation: "Blue Album",
            releaseGroup: mbid, artwork: "candidate-1.jpg", evidence: [.catalog(distance: 0, margin: -0.1)],
            why: "Nothing speaks against it."),
          .init(
            artistName: "Weezer", albumTitle: "Weezer", releaseYear: nil, disambiguation: nil, releaseGroup: nil,
            evidence: []),
        ])
    ),
    (
      "artwork present",
      document(
        artwork: .init(
          status: .present, width: 500, height: 498,
          source: .init(kind: .releaseGroup, id: mbid, url: "https://coverartarchive.org/release-group/x/front-500")))
    ),
    ("artwork pending", document(artwork: .init(status: .pending))),
    ("review unavailable", document(review: .init(status: .unavailable))),
    (
      "review written",
      document(
        review: .init(
          written: review, cached: true, model: "m", prompt: Digest(hex: String(repeating: "0", count: 64)),
          writtenAt: "2026-11-21T14:03:30Z"))
    ),
    (
      "the least review",
      document(
        review: .init(
          written: Review(
            contextSummary: "One.", contextBullets: ["a"], rating: 0, recommendation: .avoid, label: .avoidEntirely,
            keyTracks: []), cached: false, model: "m", prompt: Digest(hex: String(repeating: "0", count: 64)),
          writtenAt: "2026-11-21T14:03:30Z"))
    ),
  ]

  @Test(arguments: documents.indices)
  func `a document in every state is what the schema says, key by key`(index: Int) throws {
    let (name, document) = Self.documents[index]
    let data = try JSONEncoder().encode(document)
    #expect(try AlbumSchema().faults(in: data) == [], "\(name)")
    #expect(try JSONDecoder().decode(AlbumDocument.self, from: data) == document)
  }

  @Test func `the schema refuses what is no document`() throws {
    let data = try JSONEncoder().encode(Self.documents[6].document)
    let good = try #require(String(data: data, encoding: .utf8))
    for (from, to) in [
      ("\"written\"", "\"lost\""), ("9.5", "11"), ("\"now\"", "\"then\""),
      ("albumscan\\/album\\/1", "albumscan\\/album\\/9"),
      ("\"ESSENTIAL\"", "null"), ("\"id\":17", "\"id\":\"17\""), ("\"cached\":true", "\"cached\":1.5"),
    ] {
      let bad = good.replacingOccurrences(of: from, with: to)
      #expect(bad != good, "\(from) isn't in \(good)")
      #expect(try !AlbumSchema().faults(in: Data(bad.utf8)).isEmpty, "\(from) → \(to)")
    }
  }

  @Test func `an old bundle without a later key stays readable`() throws {
    let data = try JSONEncoder().encode(Self.documents[0].document)
    let text = try #require(String(data: data, encoding: .utf8)).replacingOccurrences(
      of: ",\"albumDescription\":null", with: ""
    )
    .replacingOccurrences(of: "\"albumDescription\":null,", with: "")
    .replacingOccurrences(of: ",\"notes\":[]", with: "").replacingOccurrences(of: "\"notes\":[],", with: "")
    #expect(!text.contains("notes"))
    #expect(try JSONDecoder().decode(AlbumDocument.self, from: Data(text.utf8)) == Self.documents[0].document)
  }

  @Test func `evidence and candidates from before penalties had names stay readable`() throws {
    let evidence = """
      [{"kind":"text","matched":["artist"]},{"kind":"catalogue","distance":0.1,"margin":0.3},{"kind":"person"}]
      """
    #expect(
      try JSONDecoder().decode([Evidence].self, from: Data(evidence.utf8))
        == [.text(matched: ["artist"]), .catalog(distance: 0.1, margin: 0.3), .person])
    let candidate = """
      {"artistName":"a","albumTitle":"b","releaseYear":null,"disambiguation":null,"releaseGroup":null,"evidence":[]}
      """
    let read = try JSONDecoder().decode(AlbumDocument.Candidate.self, from: Data(candidate.utf8))
    #expect(read.number == nil && read.artwork == nil && read.why == nil)
    let identification = """
      {"artistName":"a","albumTitle":"b","genres":[],"artists":[],"means":"call-1","confidence":"claimed","evidence":[]}
      """
    #expect(
      try JSONDecoder().decode(Identification.self, from: Data(identification.utf8)).considered == [])
  }
}
