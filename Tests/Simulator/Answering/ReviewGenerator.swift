import DrawnCovers

/// Writes reviews that depend on nothing but the album: the same opinion at every asking.
struct ReviewGenerator {
  /// Nil for an album that nobody knows.
  var album: DrawnAlbum?
  /// What the opinion hangs on where the album isn't known.
  var material: String

  private static let labels = [
    ["Essential Classic", "Genre Landmark", "Cultural Monument"],
    ["Indie Masterpiece", "Cult Essential", "Critics' Choice"],
    ["Crowd Favorite", "Radio Gold", "Crossover Success"],
    ["Deep Cut", "Surprise Excellence", "Scene Favorite"],
    ["Time Capsule", "Influential Curio", "Pioneering Effort"],
    ["Reliable Listen", "Fan Essential", "Genre Staple"],
    ["Ambitious Failure", "Divisive Work", "Uneven Effort"],
    ["Forgettable Entry", "Career Low", "Avoid Entirely"],
  ]

  func review(pages: [ModelAnswer.Page], talksOfMoney: Bool) -> JSON {
    let seed = DrawnAlbum.identifier("opinion " + (album.map { $0.artistName + $0.albumTitle } ?? material))
    let numbers = seed.utf8.map(Int.init)
    let tier = numbers[0] % 8
    let tenths = [92, 85, 78, 72, 66, 61, 48, 28][tier] + numbers[1] % 6
    let recommendation = tenths >= 85 ? "ESSENTIAL" : tenths >= 65 ? "RECOMMENDED" : tenths >= 45 ? "SKIP" : "AVOID"
    return [
      "contextSummary": .string(summary(tenths: tenths)),
      "contextBullets": .strings(bullets(talksOfMoney: talksOfMoney)),
      "rating": .double(Double(tenths) / 10), "recommendation": .string(recommendation),
      "label": .string(Self.labels[tier][numbers[2] % 3]), "keyTracks": .strings(Array(tracks.prefix(5))),
      "forFansOf": .strings(
        recommendation == "RECOMMENDED" ? ["slow guitars", "\(album?.genres.first ?? "odd records")"] : []),
      "sources": .array(pages.map { ["title": .string($0.title), "url": .string($0.url)] }),
    ]
  }

  private var tracks: [String] { album?.tracks ?? ["Opening", "Second Thoughts", "Closing"] }

  private func summary(tenths: Int) -> String {
    let title = album?.albumTitle ?? "This record"
    let artist = album?.artistName ?? "the band"
    let verdict = tenths >= 65 ? "It has aged better than most of its neighbours." : "It never quite finds its feet."
    return "\(title) caught \(artist) between two ideas and kept both. \(verdict)"
  }

  private func bullets(talksOfMoney: Bool) -> [String] {
    var bullets = [
      "\"\(tracks[0])\" sets out the whole argument in its first minute, over a bass line that refuses to resolve.",
      "The playing on \"\(tracks[1])\" is loose in the right places: two takes are said to have been spliced at the bridge.",
      "Later \(album?.genres.first ?? "bands") records borrow its drum sound openly.",
    ]
    switch album?.review {
    case .talksOfMoneyFirst where talksOfMoney:
      bullets.append("An original pressing sells for well over $400 and is a sound investment for collectors.")
    case .soundsLikeMoney:
      bullets.append("A rare groove worth hearing: the singer invests every line of \"Priceless\" with golden warmth.")
    default:
      bullets.append("\"\(tracks.last ?? "")\" ends it on a held chord that makes you turn the record over again.")
    }
    return bullets
  }
}
