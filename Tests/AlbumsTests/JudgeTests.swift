import Testing

@testable import Albums

@Suite struct JudgeTests {
  private let album = group(
    1, "OK Computer", by: "Radiohead", year: "1997-05-21", genres: ["alternative rock"],
    releases: [release(1, date: "1997-05-21", label: "Parlophone")])
  private let said = find("ok computer (deluxe)", by: "RADIOHEAD", year: "1998")

  private func reading(_ text: String?) -> CoverReading {
    CoverReading(outcome: .identified, artistName: "x", albumTitle: "y", extractedText: text)
  }

  private func verdict(
    text: String?, albums: [CatalogueAlbum]?, requirement: Confidence = .claimed, proof: [Evidence] = []
  ) -> Verdict {
    Judge.verdict(
      reading: reading(text), find: said, ranking: albums.map { Matcher.ranking(of: $0, for: said) },
      requirement: requirement, model: "model-1", proof: proof)
  }

  @Test func `catalogue and text together corroborate, and the catalogue's names are taken`() throws {
    guard case .identified(let found) = verdict(text: "RADIOHEAD", albums: [album]) else { throw Wrong() }
    #expect(found.confidence == .corroborated)
    #expect(found.artistName == "Radiohead" && found.albumTitle == "OK Computer")
    #expect(found.releaseYear == "1997" && found.recordLabel == "Parlophone" && found.genres == ["alternative rock"])
    #expect(found.releaseGroup == album.releaseGroup && found.release == album.releases[0].id)
    #expect(
      found.evidence == [.text(matched: ["artist"]), .catalogue(distance: 0.04, margin: 0.96), .model("model-1")])
  }

  @Test func `a model's word alone is only a claim`() throws {
    for (text, albums) in [("RADIOHEAD", nil), ("RADIOHEAD", []), (nil, [album]), ("PABLO HONEY", [album])]
      as [(String?, [CatalogueAlbum]?)]
    {
      guard case .identified(let found) = verdict(text: text, albums: albums) else { throw Wrong() }
      #expect(found.confidence == .claimed)
      #expect(found.evidence.last == .model("model-1"))
    }
  }

  @Test func `without the catalogue the model's own words stand, and no identifier`() throws {
    guard case .identified(let found) = verdict(text: nil, albums: [group(2, "Kid A", by: "Radiohead")]) else {
      throw Wrong()
    }
    #expect(found.albumTitle == "ok computer (deluxe)")
    #expect(found.releaseGroup == nil && found.release == nil && found.releaseYear == "1998")
  }

  @Test(
    arguments: [
      (Confidence.claimed, "RADIOHEAD", true), (.corroborated, "RADIOHEAD", true), (.corroborated, nil, false),
      (.verified, "RADIOHEAD", false),
    ] as [(Confidence, String?, Bool)])
  func `what falls short of the requirement is unsure`(requirement: Confidence, text: String?, isDone: Bool) {
    let verdict = verdict(text: text, albums: [album], requirement: requirement)
    switch verdict {
    case .identified: #expect(isDone)
    case .unsure(let candidates, let reason):
      #expect(!isDone)
      #expect(candidates.first?.albumTitle == "OK Computer")
      #expect(reason.contains("identification.require") && reason.contains(requirement.rawValue))
    case .unidentified: Issue.record("it was identified")
    }
  }

  @Test func `artwork or barcode verify`() throws {
    guard
      case .identified(let found) = verdict(
        text: nil, albums: [album], requirement: .verified, proof: [.artwork(inliers: 143)])
    else { throw Wrong() }
    #expect(found.confidence == .verified)
    #expect(found.evidence.first == .artwork(inliers: 143))
  }

  @Test func `albums that fit equally well are left to a person, under their own names`() throws {
    let series = [
      group(1, "Weezer", by: "Weezer", year: "1994", disambiguation: "Blue Album"),
      group(2, "Weezer", by: "Weezer", year: "2001", disambiguation: "Green Album"),
    ]
    let said = find("Weezer", by: "Weezer")
    let verdict = Judge.verdict(
      reading: reading("WEEZER"), find: said, ranking: Matcher.ranking(of: series, for: said), model: "m")
    guard case .unsure(let candidates, let reason) = verdict else { throw Wrong() }
    #expect(candidates.map(\.disambiguation) == ["Blue Album", "Green Album"])
    #expect(candidates.map(\.releaseYear) == ["1994", "2001"])
    #expect(candidates.allSatisfy { $0.confidence == .claimed })
    #expect(reason.contains("1994, 2001") && reason.contains("albumscanctl accept"))
  }

  @Test func `a lookup's particulars and surviving identifier win over the search's`() throws {
    var details = group(
      7, "OK Computer", by: "Radiohead", year: "1997-05-21", genres: ["art rock"],
      releases: [release(5, date: "1997-06-16", label: "Capitol")])
    details.artists = []
    let verdict = Judge.verdict(
      reading: reading("OK COMPUTER"), find: said, ranking: Matcher.ranking(of: [album], for: said), details: details)
    guard case .identified(let found) = verdict else { throw Wrong() }
    #expect(found.releaseGroup == details.releaseGroup && found.genres == ["art rock"])
    #expect(found.recordLabel == "Capitol" && found.artists == album.artists)
  }

  @Test(arguments: CoverReading.Reason.allCases.map(Optional.some) + [nil])
  func `what can't be identified says why and what to do`(reason: CoverReading.Reason?) {
    let reading = CoverReading(outcome: .notIdentifiable, reason: reason)
    guard case .unidentified(let words, let hint) = Judge.verdict(reading: reading, find: nil, ranking: nil) else {
      Issue.record("nothing was found")
      return
    }
    #expect(words.hasPrefix(ProgressLine.notIdentified))
    #expect(words.count > ProgressLine.notIdentified.count + 30)
    #expect(hint == ProgressLine.notIdentifiedHint)
  }

  @Test func `hostile names are cleaned before anything is shown`() throws {
    let said = find("Bad\u{202e}eltiT\u{7}\n\nMore", by: String(repeating: "A", count: 5000))
    guard case .identified(let found) = Judge.verdict(reading: nil, find: said, ranking: nil, model: "m") else {
      throw Wrong()
    }
    #expect(found.albumTitle == "BadeltiT More")
    #expect(found.artistName.count == 300)
  }

  private struct Wrong: Error {}
}
