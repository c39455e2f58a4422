import Albums
import Foundation
import Testing

/// Whether a photo belongs to another photo's scan.
struct JoiningTests {
  private static let harbor = album("Marla Quist", "Paper Lanterns")
  private static let night = album("The Undertow", "Night Shift")
  private static let songs = ["Ferry Light", "Paper Lanterns", "Hollow Year", "The Rope", "Low Water"]
  private static let others = ["Tin Harbour", "Gravel Hymn", "Slow Machine", "Ninth Street", "Yellow Engine"]
  private static let clock = Date(timeIntervalSince1970: 1_795_600_000)

  private static func album(_ artist: String, _ title: String) -> AlbumIdentity {
    AlbumIdentity(artistName: artist, albumTitle: title)
  }

  /// Lines below each other.
  private static func printed(_ lines: [String], confidence: Double = 0.95) -> PrintedText {
    PrintedText(
      lines: lines.enumerated().map { number, text in
        let top = 0.02 + 0.03 * Double(number)
        let corners = [(0.1, top), (0.6, top), (0.6, top + 0.02), (0.1, top + 0.02)]
        return PrintedText.Line(
          text: text, confidence: confidence, corners: corners.map { PrintedText.Corner(x: $0.0, y: $0.1) },
          contrast: 0.7)
      })
  }

  private static func list(_ titles: [String]) -> PrintedText {
    printed(titles.enumerated().map { "\($0 + 1). \($1)" })
  }

  /// A photo that was taken now, and arrived now.
  private static func photo(
    _ printed: PrintedText? = nil, shows: AlbumIdentity..., coded: [AlbumIdentity] = [], named: AlbumIdentity? = nil,
    arrived: Double = 0, mayWait: Bool = true, hasUnseenBeside: Bool = false
  ) -> JoiningPhoto {
    var photo = JoiningPhoto(
      taken: clock, arrived: clock + arrived, shown: shows, coded: coded, named: named, printed: printed)
    (photo.mayWait, photo.hasUnseenBeside) = (mayWait, hasUnseenBeside)
    return photo
  }

  /// A scan whose photo was taken so many seconds before (or, negative, after) that.
  private static func scan(
    _ id: Int64 = 1, _ state: ScanState = .done, before seconds: Double = 20, album: AlbumIdentity? = harbor,
    tracks: [String] = [], number: String? = nil, isBeside: Bool = true, isRecognized: Bool = true,
    isBack: Bool = false, shows: Bool = true, looksSame: Bool = false, isAhead: Bool = true
  ) -> JoiningNeighbor {
    JoiningNeighbor(
      id: ScanID(id), state: state, taken: clock - seconds, isBeside: isBeside, isRecognized: isRecognized,
      album: album, tracks: tracks, catalogNumber: number,
      shown: shows && !isBack ? [album].compactMap(\.self) : [], isBack: isBack, looksSame: looksSame,
      isAhead: isAhead)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let photo: JoiningPhoto
    let neighbors: [JoiningNeighbor]
    let expected: Joining

    init(_ description: String, _ photo: JoiningPhoto, _ neighbors: JoiningNeighbor..., expect: Joining) {
      testDescription = description
      self.photo = photo
      self.neighbors = neighbors
      expected = expect
    }
  }

  private static let back = list(songs)
  private static let until = Joining.wait(until: clock + 120)
  private static func one(_ side: PhotoSide, _ id: Int64 = 1) -> Joining { .join(ScanID(id), as: side) }

  static let cases = [
    // What must never be swallowed.
    Case("a front that nobody knows, 20 s after another", photo(), scan(), expect: .own),
    Case(
      "a front with a few words that lead to nothing", photo(printed(["MIDNIGHT", "ORCHARD"])), scan(), expect: .own),
    Case("a front that is known, 20 s after another", photo(shows: night), scan(), expect: .own),
    Case(
      "a front whose names lead to another album", photo(printed(["THE UNDERTOW", "NIGHT SHIFT"]), named: night),
      scan(),
      expect: .own),
    Case(
      "a front with a handful of numbers", photo(printed(["20 GOLDEN HITS", "2 RECORD SET", "12 MORE SONGS"])), scan(),
      expect: .own),
    Case(
      "a front full of lines",
      photo(printed((1...14).map { "WORDS OF A NEWSPAPER \(Character(UnicodeScalar(64 + $0)!))" })),
      scan(), expect: .own),
    Case("the same front again, a minute later", photo(shows: harbor), scan(before: 60), expect: .own),
    Case("two different sleeves of a burst", photo(), scan(before: 2, looksSame: false), expect: .own),
    Case("two known sleeves of a burst", photo(shows: night), scan(before: 2), expect: .own),
    Case(
      "a sleeve that looks the same, but not within a burst", photo(), scan(before: 20, looksSame: true), expect: .own),
    Case(
      "a back with the barcode of another album", photo(back, coded: [night]), scan(), expect: .own),
    Case(
      "a back whose tracks are none of the album's", photo(back, arrived: -200), scan(tracks: others), expect: .own),
    Case("a back whose names lead to another album", photo(back, named: night), scan(), expect: .own),
    Case("a back of yesterday", photo(back, arrived: -200), scan(before: 86_400), expect: .own),
    Case("a back in another folder", photo(back, arrived: -200), scan(album: night, isBeside: false), expect: .own),
    Case(
      "a back behind a front that couldn't be identified", photo(back, arrived: -200),
      scan(1, before: 60), scan(2, .failed, before: 20, album: nil), expect: .own),
    Case("a back of nothing but other backs", photo(back, arrived: -200), scan(isBack: true), expect: .own),
    Case("what was read badly", photo(printed(songs.map { "1. \($0)" }, confidence: 0.3)), scan(), expect: .own),
    Case("a spine that names nothing", photo(printed(["MIDNIGHT ORCHARD"])), scan(), expect: .own),
    // What belongs together.
    Case("a back 20 s after its front", photo(back), scan(tracks: songs), expect: one(.back)),
    Case("a back of an album whose tracks nobody knows", photo(back), scan(), expect: one(.back)),
    Case(
      "durations make a back, too",
      photo(printed(songs.map { "\($0) 3:45" })), scan(), expect: one(.back)),
    Case(
      "sides and small print make a back, too",
      photo(printed(["SIDE ONE"] + songs + ["SIDE TWO"] + others + ["Produced by Ed Lorne", "℗ 1974 Tin Harbour"])),
      scan(tracks: songs + others), expect: one(.back)),
    Case(
      "a label", photo(printed(["TIN HARBOUR", "SIDE A", "33 1/3 RPM", "GEMA", "STEREO"])), scan(), expect: one(.label)),
    Case("the nearest front before it", photo(back), scan(1, before: 50), scan(2, before: 20), expect: one(.back, 2)),
    Case(
      "the front before it, not the next record's", photo(back), scan(1, before: 30), scan(2, before: -5),
      expect: one(.back, 1)),
    Case(
      "the next record's front, if its tracks say so", photo(back), scan(1, before: 30, album: night, tracks: others),
      scan(2, before: -20, tracks: songs), expect: one(.back, 2)),
    Case("a front that needs a person", photo(back), scan(1, .unsure, album: nil), expect: one(.back)),
    Case(
      "a barcode of an album of the last hour", photo(coded: [harbor]), scan(before: 1800, isBeside: false),
      expect: one(.back)),
    Case(
      "one of several albums with its barcode", photo(coded: [night, harbor]), scan(before: 1800, isBeside: false),
      expect: one(.back)),
    Case(
      "a catalog number of an album of the last hour", photo(printed(["SHVL 804"])),
      scan(before: 1800, number: "SHVL-804", isBeside: false), expect: one(.other)),
    Case(
      "a spine with both names", photo(printed(["MARLA QUIST PAPER LANTERNS"]), named: harbor),
      scan(before: 1800, isBeside: false), expect: one(.other)),
    Case(
      "the tracks of an album of the last hour", photo(back), scan(before: 1800, tracks: songs, isBeside: false),
      expect: one(.back)),
    Case(
      "a front whose back still waits for it", photo(shows: harbor), scan(1, .waiting, before: -20, isBack: true),
      expect: .own),
    Case(
      "a front after its back was known by its barcode", photo(shows: harbor), scan(before: 20, isBack: true),
      expect: one(.front)),
    Case("frames of a burst", photo(), scan(1, .running, before: 2, album: nil, looksSame: true), expect: one(.front)),
    Case(
      "frames of a burst, of which this one is the first", photo(),
      scan(1, .waiting, before: -2, album: nil, looksSame: true, isAhead: false), expect: .own),
    Case("frames of a burst that are known", photo(shows: harbor), scan(before: 3), expect: one(.front)),
    Case(
      "a frame that is known by the first, which a model identified", photo(shows: harbor),
      scan(before: 3, shows: false),
      expect: one(.front)),
    Case(
      "a frame that is known by what the first has taught, which isn't done yet", photo(shows: harbor),
      scan(1, .running, before: 3, album: nil, looksSame: true), expect: one(.front)),
    Case(
      "a front right after its back", photo(shows: harbor), scan(before: 3, isBack: true), expect: one(.front)),
    // What waits.
    Case("a back that comes first", photo(back), expect: until),
    Case("a back whose front is being identified", photo(back), scan(1, .running, album: nil), expect: until),
    Case(
      "a back whose front takes long", photo(back, arrived: -121), scan(1, .running, album: nil), expect: one(.back)),
    Case(
      "a back before another front, which may be its own", photo(back), scan(before: -20), expect: until),
    Case("a back before its front, after its time", photo(back, arrived: -121), scan(before: -20), expect: one(.back)),
    Case("a back that nobody comes for", photo(back, arrived: -121), expect: .own),
    Case("a back that is all there is to scan", photo(back, mayWait: false), expect: .own),
    Case(
      "a barcode beside a front that is being identified", photo(coded: [harbor]), scan(1, .running, album: nil),
      expect: until),
    Case("a barcode alone", photo(coded: [harbor]), expect: .own),
    Case(
      "a barcode beside a photo that wasn't looked at", photo(coded: [harbor], hasUnseenBeside: true), expect: until),
    Case(
      "a back whose names lead to another album, beside a photo that wasn't looked at",
      photo(back, named: night, hasUnseenBeside: true), scan(), expect: until),
    Case(
      "a barcode beside a photo that wasn't looked at for too long",
      photo(coded: [harbor], arrived: -121, hasUnseenBeside: true), expect: .own),
    Case("a front beside a photo that wasn't looked at", photo(shows: harbor, hasUnseenBeside: true), expect: .own),
  ]

  @Test(arguments: cases) func `a photo is its own scan unless it certainly isn't`(row: Case) {
    #expect(Joining.decision(on: row.photo, among: row.neighbors, within: 120, now: Self.clock) == row.expected)
  }
}
