import Albums
import DrawnCovers
import Foundation
import HTTP
import Services
import Simulator
import Testing

/// How often what is printed on a sleeve leads to the right one of 10,000 albums. `Benchmarks/printed.py` asks for more of them.
struct PrintedCatalogTests {
  /// How a sleeve says what it is.
  enum Layout: Int, CaseIterable { case twoLines, manyLines, withStickers, artistAlone }

  struct Tally {
    var sleeves = 0
    var first = 0
    /// Clear by words alone, and right or wrong.
    var clear = 0
    var wrong = 0
    /// Among those whose artwork is compared.
    var compared = 0
    var requests = 0
  }

  @Test func `misread words lead to the right one of ten thousand albums`() async throws {
    let sleeves = ProcessInfo.processInfo.environment["ALBUMSCAN_BENCH_SLEEVES"].flatMap { Int($0) } ?? 40
    var options = Simulator.Options()
    options.albums = InventedAlbum.albums(10_000)
    options.musicBrainzInterval = .zero
    options.musicBrainzShedsOneIn = 0
    options.keepsBodies = false
    let albums = options.albums
    let tallies = try await withSimulator(options) { simulator in
      let catalog = MusicBrainzCatalog(
        transport: CurlTransport(userAgent: "AlbumScan/1.0", caFile: nil), baseURL: simulator.baseURL(.musicbrainz),
        userAgent: "AlbumScan/1.0 ( tests@example.org )", patience: 60)
      var random = SeededRandom(22)
      var tallies: [Layout: Tally] = [:]
      for number in 0..<sleeves {
        let layout = Layout.allCases[number % 4]
        let album = albums[Int(random.next() % UInt64(albums.count))]
        try await Self.look(for: album, layout, in: catalog, &tallies[layout, default: Tally()], &random)
      }
      #expect(simulator.violations.isEmpty, "\(simulator.violations.prefix(3))")
      return tallies
    }
    for (layout, tally) in tallies.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      print("printed \(layout): \(tally)")
    }
    let bothNames = tallies.filter { $0.key != .artistAlone }.values
    let (first, all) = (bothNames.reduce(0) { $0 + $1.first }, bothNames.reduce(0) { $0 + $1.sleeves })
    #expect(Double(first) >= 0.85 * Double(all))
    #expect(tallies.values.reduce(0) { $0 + $1.wrong } * 200 <= sleeves)
    #expect(Double(tallies.values.reduce(0) { $0 + $1.requests }) <= 2 * Double(sleeves))
  }

  @Test func `an artist is found by a name in another script than the albums are credited in`() async throws {
    var options = Simulator.Options()
    var album = InventedAlbum.albums(20)[0]
    (album.artistName, album.albumTitle) = ("ほたるの庭", "冬の手紙")
    album.artistAliases = ["Niwa, Hotaru no", "Hotaru no Niwa"]
    options.albums = InventedAlbum.albums(20) + [album]
    options.musicBrainzInterval = .zero
    options.musicBrainzShedsOneIn = 0
    try await withSimulator(options) { simulator in
      let catalog = MusicBrainzCatalog(
        transport: CurlTransport(userAgent: "AlbumScan/1.0", caFile: nil), baseURL: simulator.baseURL(.musicbrainz),
        userAgent: "AlbumScan/1.0 ( tests@example.org )", patience: 60)
      let names = [["winter", "letters"], ["hotaru", "no", "niwa"]]
      let credited = try await catalog.albums(printed: .names(names))
      let named = try await catalog.albums(printed: .aliases(names))
      let spelled = try await catalog.albums(printed: .words(["手紙", "ほたる"]))
      #expect(credited.isEmpty)
      #expect(named.map(\.title) == ["冬の手紙"] && spelled.map(\.title) == ["冬の手紙"])
      #expect(simulator.violations.isEmpty, "\(simulator.violations.prefix(3))")
    }
  }

  private static func look(
    for album: DrawnAlbum, _ layout: Layout, in catalog: MusicBrainzCatalog, _ tally: inout Tally,
    _ random: inout SeededRandom
  ) async throws {
    let printed = sleeve(of: album, layout, &random)
    var queries = TextQueries(printed)
    var found: [CatalogAlbum] = []
    while let question = queries.next(after: found) {
      found += try await catalog.albums(printed: question)
      tally.requests += question.requests
    }
    let ranking = PrintedRanking.ranking(of: found, for: printed)
    let isRight = { (match: Match) in match.album.releaseGroup == MBID(album.releaseGroupID) }
    tally.sleeves += 1
    if ranking.best.map(isRight) == true { tally.first += 1 }
    if let winner = ranking.winner {
      if isRight(winner) { tally.clear += 1 } else { tally.wrong += 1 }
    }
    let compared = ranking.winner.map { [$0] } ?? PrintedRanking.contenders(in: ranking)
    if compared.contains(where: isRight) { tally.compared += 1 }
  }

  private static func sleeve(
    of album: DrawnAlbum, _ layout: Layout, _ random: inout SeededRandom
  ) -> PrintedText {
    var lines: [PrintedText.Line] = []
    var top = 0.08
    func add(_ text: String, _ height: Double) {
      let corners = [(0.2, top), (0.8, top), (0.8, top + height), (0.2, top + height)]
      lines.append(
        PrintedText.Line(
          text: text, confidence: 0.9, corners: corners.map { PrintedText.Corner(x: $0.0, y: $0.1) }, contrast: 0.6))
      top += height + 0.03
    }
    add(misread(album.artistName, &random), 0.1)
    switch layout {
    case .artistAlone: break
    case .manyLines: for word in album.albumTitle.split(separator: " ") { add(misread(String(word), &random), 0.08) }
    case .twoLines, .withStickers: add(misread(album.albumTitle, &random), 0.08)
    }
    for _ in 0..<(layout == .withStickers ? 3 : 1) { add(stickers[Int(random.next() % UInt64(stickers.count))], 0.03) }
    return PrintedText(lines: lines)
  }

  /// One letter in twenty is taken for another, and one blank in ten is lost.
  private static func misread(_ text: String, _ random: inout SeededRandom) -> String {
    let alike: [Character: String] = [
      "O": "0", "I": "l", "S": "5", "B": "8", "M": "RN", "E": "F", "U": "V", "C": "G", "H": "N", "A": "4", "L": "1",
    ]
    return text.uppercased().map { letter -> String in
      let chance = random.next() % 100
      if letter == " " { return chance < 10 ? "" : " " }
      return chance < 5 ? alike[letter] ?? "" : String(letter)
    }.joined()
  }

  private static let stickers = [
    "STEREO", "PROMOTIONAL COPY NOT FOR SALE", "DIGITALLY REMASTERED", "LSP-3766", "INCLUDES THE HIT SINGLE", "90.1 FM",
    "LIMITED EDITION", "ROCK", "magazine of the year", "WBOR",
  ]
}
