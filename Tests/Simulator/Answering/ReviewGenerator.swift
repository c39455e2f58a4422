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

  /// Of other drawn albums, some of whom a gallery may have.
  private static let artists = ["Marla Quist", "The Copper Kettles", "Halden", "Sable/Finch", "The Rare Grooves"]

  func review(pages: [ModelAnswer.Page], talksOfMoney: Bool) -> JSON {
    let numbers = seed
    let tier = numbers[0] % 8
    let tenths = [92, 85, 78, 72, 66, 61, 48, 28][tier] + numbers[1] % 6
    let others = Self.artists.filter { $0 != album?.artistName }
    let recommendation = tenths >= 85 ? "ESSENTIAL" : tenths >= 65 ? "RECOMMENDED" : tenths >= 45 ? "SKIP" : "AVOID"
    return [
      "contextSummary": .string(summary(tenths: tenths)),
      "contextBullets": .strings(bullets(talksOfMoney: talksOfMoney)),
      "rating": .double(Double(tenths) / 10), "recommendation": .string(recommendation),
      "label": .string(Self.labels[tier][numbers[2] % 3]), "keyTracks": .strings(Array(tracks.prefix(5))),
      "forFansOf": .strings(
        recommendation == "RECOMMENDED" ? ["slow guitars", "\(album?.genres.first ?? "odd records")"] : []),
      "influences": .strings(album == nil ? [] : [choice(1, of: others)]),
      "influenced": .strings(album == nil ? [] : [choice(9, of: others)]),
      "sources": .array(pages.map { ["title": .string($0.title), "url": .string($0.url)] }),
    ]
  }

  private var tracks: [String] { album?.tracks ?? ["Opening", "Second Thoughts", "Closing"] }

  private var seed: [Int] {
    DrawnAlbum.identifier("opinion " + (album.map { $0.artistName + $0.albumTitle } ?? material)).utf8.map(Int.init)
  }

  /// One of them, always the same for an album.
  private func choice(_ number: Int, of texts: [String]) -> String { texts[seed[number] % texts.count] }

  private func summary(tenths: Int) -> String {
    let title = album?.albumTitle ?? "This record"
    let artist = album?.artistName ?? "the band"
    let opening = choice(
      3,
      of: [
        "\(title) caught \(artist) between two ideas and kept both.",
        "With \(title), \(artist) stopped explaining and started playing.",
        "\(title) is the record on which \(artist) learned to leave things out.",
        "\(artist) made \(title) in eleven nights, and you can hear every one of them.",
      ])
    let verdict =
      tenths >= 65
      ? choice(
        4,
        of: [
          "It has aged better than most of its neighbors.", "Half a genre grew out of its second side.",
          "Nothing on it is in a hurry, and nothing is wasted.",
        ]) : "It never quite finds its feet."
    return "\(opening) \(verdict)"
  }

  private func bullets(talksOfMoney: Bool) -> [String] {
    let genre = album?.genres.first ?? "bands"
    var bullets = [
      choice(
        5,
        of: [
          "\"\(tracks[0])\" sets out the whole argument in its first minute, over a bass line that refuses to resolve.",
          "\"\(tracks[0])\" opens on a single microphone and lets the room do the rest.",
          "The drums of \"\(tracks[0])\" come in a bar late, and the whole side leans on that.",
        ]),
      choice(
        6,
        of: [
          "The playing on \"\(tracks[1])\" is loose in the right places: two takes are said to have been spliced at the bridge.",
          "\"\(tracks[1])\" is the one that was played on the radio, in an edit that loses its best minute.",
        ]),
      choice(
        7,
        of: [
          "Later \(genre) records borrow its drum sound openly.",
          "It was mixed for small rooms, which is why later \(genre) records sound large beside it.",
        ]),
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
