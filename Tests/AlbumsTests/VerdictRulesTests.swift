import Testing

@testable import Albums

@Suite struct VerdictRulesTests {
  private let album = group(
    1, "OK Computer", by: "Radiohead", year: "1997-05-21", genres: ["alternative rock"],
    releases: [release(1, date: "1997-05-21", label: "Parlophone")])
  private let said = find("ok computer (deluxe)", by: "RADIOHEAD", year: "1998")

  private func cover(_ text: String?) -> CoverReading {
    CoverReading(outcome: .identified, artistName: "x", albumTitle: "y", extractedText: text)
  }

  private func verdict(
    text: String?, albums: [CatalogAlbum]?, requirement: Confidence = .claimed, proofs: [Proof] = [],
    rejected: [AlbumIdentity] = []
  ) -> Verdict {
    VerdictRules.verdict(
      cover: cover(text), find: said, ranking: albums.map { Matcher.ranking(of: $0, for: said) },
      requirement: requirement, model: "model-1", proofs: proofs, rejected: rejected)
  }

  @Test func `catalog and text together corroborate, and the catalog's names are taken`() throws {
    guard case .identified(let found) = verdict(text: "RADIOHEAD", albums: [album]) else { throw Wrong() }
    #expect(found.confidence == .corroborated)
    #expect(found.artistName == "Radiohead" && found.albumTitle == "OK Computer")
    #expect(found.releaseYear == "1997" && found.recordLabel == "Parlophone" && found.genres == ["alternative rock"])
    #expect(found.releaseGroup == album.releaseGroup && found.release == album.releases[0].id)
    #expect(
      found.evidence == [
        .text(matched: ["artist"], words: ["RADIOHEAD"]),
        .catalog(
          distance: 0.04, margin: 0.96,
          penalties: [
            NamedPenalty(name: "title-differs", weight: 0.02, reason: "the title is that of another edition"),
            NamedPenalty(name: "year-differs", weight: 0.02, reason: "a year off"),
          ]), .model("model-1"),
      ])
  }

  @Test func `a model's word alone is only a claim`() throws {
    for (text, albums) in [("RADIOHEAD", nil), ("RADIOHEAD", []), (nil, [album]), ("PABLO HONEY", [album])]
      as [(String?, [CatalogAlbum]?)]
    {
      guard case .identified(let found) = verdict(text: text, albums: albums) else { throw Wrong() }
      #expect(found.confidence == .claimed)
      #expect(found.evidence.last == .model("model-1"))
    }
  }

  @Test func `without the catalog the model's own words stand, and no identifier`() throws {
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
        text: nil, albums: [album], requirement: .verified,
        proofs: [Proof(of: album.identity, by: .artwork(inliers: 143))])
    else { throw Wrong() }
    #expect(found.confidence == .verified)
    #expect(found.evidence.first == .artwork(inliers: 143))
  }

  @Test func `two different albums verified in one photo are left to a person`() throws {
    let other = group(2, "Kid A", by: "Radiohead", year: "2000")
    let verdict = verdict(
      text: "RADIOHEAD OK COMPUTER", albums: [album, other],
      proofs: [
        Proof(of: album.identity, by: .artwork(inliers: 143)), Proof(of: album.identity, by: .barcode("5099749534728")),
        Proof(of: other.identity, by: .artwork(inliers: 61)),
      ])
    guard case .unsure(let candidates, let reason) = verdict else { throw Wrong() }
    #expect(candidates.map(\.albumTitle) == ["OK Computer", "Kid A"])
    #expect(candidates[0].evidence.prefix(2) == [.artwork(inliers: 143), .barcode("5099749534728")])
    #expect(candidates[1].evidence.first == .artwork(inliers: 61))
    #expect(reason.hasPrefix("2 different albums were recognized in one photo: OK Computer by Radiohead; Kid A by"))
  }

  @Test func `what the picture proves parts albums that fit equally well, and outweighs what a model says`() throws {
    let series = [
      group(1, "Weezer", by: "Weezer", year: "1994", disambiguation: "Blue Album"),
      group(2, "Weezer", by: "Weezer", year: "2001", disambiguation: "Green Album"),
    ]
    let said = find("Weezer", by: "Weezer")
    func verdict(_ proof: Proof) -> Verdict {
      VerdictRules.verdict(
        cover: cover("WEEZER"), find: said, ranking: Matcher.ranking(of: series, for: said), model: "m",
        proofs: [proof])
    }
    guard case .identified(let green) = verdict(Proof(of: series[1].identity, by: .artwork(inliers: 80))) else {
      throw Wrong()
    }
    #expect(green.disambiguation == "Green Album" && green.confidence == .verified)
    #expect(green.considered.map(\.disambiguation) == ["Blue Album"])

    let another = AlbumIdentity(artistName: "The Rentals", albumTitle: "Return", releaseGroup: nil)
    guard case .identified(let found) = verdict(Proof(of: another, by: .artwork(inliers: 99))) else { throw Wrong() }
    #expect(found.albumTitle == "Return" && found.means == .coverIndex && found.confidence == .verified)
    #expect(found.considered.count == 2)
  }

  @Test func `a cover that is known needs no model`() throws {
    let proof = Proof(of: album.identity, by: .barcode("5099749534728"))
    guard case .identified(let found) = VerdictRules.verdict(cover: nil, find: nil, ranking: nil, proofs: [proof])
    else {
      throw Wrong()
    }
    #expect(found.albumTitle == "OK Computer" && found.means == .barcode && found.confidence == .verified)
  }

  @Test func `a barcode stands against another edition's cover`() throws {
    let verdict = verdict(
      text: "RADIOHEAD", albums: [album],
      proofs: [
        Proof(of: album.identity, by: .artworkDiffers(inliers: 4)),
        Proof(of: album.identity, by: .barcode("5099749534728")),
      ])
    guard case .identified(let found) = verdict else { throw Wrong() }
    #expect(found.confidence == .verified)
  }

  @Test func `what a model took for another album is corrected by a person`() throws {
    let other = group(7, "Kid A", by: "Radiohead", year: "2000")
    let verdict = verdict(
      text: "RADIOHEAD", albums: [album, other],
      proofs: [
        Proof(of: album.identity, by: .artworkDiffers(inliers: 3)),
        Proof(of: other.identity, by: .artwork(inliers: 60)),
      ])
    guard case .unsure(let albums, let reason) = verdict else { throw Wrong() }
    #expect(albums.map(\.albumTitle) == ["Kid A", "OK Computer"])
    #expect(albums.map(\.confidence) == [.verified, .corroborated])
    #expect(reason.contains("that of Kid A by Radiohead is"))
  }

  @Test func `what was rejected is never offered again: the next come, then nothing`() throws {
    let live = group(3, "OK Computer", by: "Radiohead", year: "1999", also: ["Live"])
    guard
      case .unsure(let next, let why) = verdict(text: "RADIOHEAD", albums: [album, live], rejected: [album.identity])
    else { throw Wrong() }
    #expect(next.map(\.releaseGroup) == [live.releaseGroup])
    #expect(why.hasPrefix("You rejected OK Computer by Radiohead for this photo"))
    let all = [album.identity, live.identity]
    guard
      case .unidentified(let reason, let hint) = verdict(text: "RADIOHEAD", albums: [album, live], rejected: all)
    else { throw Wrong() }
    #expect(reason.contains("you rejected OK Computer by Radiohead"))
    #expect(hint.contains("albumscanctl retry"))
    // Without the catalog the names tell.
    guard case .unidentified = verdict(text: nil, albums: nil, rejected: [AlbumIdentity(said)]) else { throw Wrong() }
    // Neither among others, where something else is only claimed.
    guard
      case .unsure(let few, _) = verdict(
        text: nil, albums: [album, live], requirement: .verified, rejected: [live.identity])
    else { throw Wrong() }
    #expect(few.map(\.releaseGroup) == [album.releaseGroup])
    // Another photo's album isn't touched by it.
    guard case .identified = verdict(text: "RADIOHEAD", albums: [album], rejected: [live.identity]) else {
      throw Wrong()
    }
  }

  @Test func `others that came into question are listed with what speaks against them`() throws {
    let live = group(3, "OK Computer", by: "Radiohead", year: "2009", also: ["Live"])
    guard case .identified(let found) = verdict(text: "RADIOHEAD", albums: [album, live]) else { throw Wrong() }
    let other = try #require(found.considered.first)
    #expect(other.releaseGroup == live.releaseGroup && other.number == nil)
    guard
      case .catalog(let distance, let margin, let penalties)? = other.evidence.last(where: { !$0.penalties.isEmpty })
    else { throw Wrong() }
    #expect(penalties.map(\.name) == ["title-differs", "year-differs", "secondary-type"])
    #expect(abs(penalties.map(\.weight).reduce(0, +) - distance) < 1e-9 && margin < 0)
    #expect(other.why?.contains("Against it: The title is that of another edition (2%); 11 years off (10%)") == true)
  }

  @Test func `a lookup's particulars and surviving identifier win over the search's`() throws {
    var details = group(
      7, "OK Computer", by: "Radiohead", year: "1997-05-21", genres: ["art rock"],
      releases: [release(5, date: "1997-06-16", label: "Capitol")])
    details.artists = []
    let verdict = VerdictRules.verdict(
      cover: cover("OK COMPUTER"), find: said, ranking: Matcher.ranking(of: [album], for: said), details: details)
    guard case .identified(let found) = verdict else { throw Wrong() }
    #expect(found.releaseGroup == details.releaseGroup && found.genres == ["art rock"])
    #expect(found.recordLabel == "Capitol" && found.artists == album.artists)
  }

  @Test(arguments: CoverReading.Reason.allCases.map(Optional.some) + [nil])
  func `what can't be identified says why and what to do`(reason: CoverReading.Reason?) {
    let cover = CoverReading(outcome: .notIdentifiable, reason: reason)
    guard case .unidentified(let words, let hint) = VerdictRules.verdict(cover: cover, find: nil, ranking: nil)
    else {
      Issue.record("nothing was found")
      return
    }
    #expect(words.hasPrefix(ProgressLine.notIdentified))
    #expect(words.count > ProgressLine.notIdentified.count + 30)
    if reason == .severalCovers {
      #expect(hint.contains("side by side"))
    } else {
      #expect(hint == ProgressLine.notIdentifiedHint)
    }
  }

  @Test func `hostile names are cleaned before anything is shown`() throws {
    let said = find("Bad\u{202e}eltiT\u{7}\n\nMore", by: String(repeating: "A", count: 5000))
    guard case .identified(let found) = VerdictRules.verdict(cover: nil, find: said, ranking: nil, model: "m") else {
      throw Wrong()
    }
    #expect(found.albumTitle == "BadeltiT More")
    #expect(found.artistName.count == 300)
  }

  private struct Wrong: Error {}
}

extension AlbumIdentity {
  fileprivate init(_ find: ClaimedAlbum) { self.init(artistName: find.artistName, albumTitle: find.albumTitle) }
}
