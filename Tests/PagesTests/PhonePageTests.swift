import Albums
import Testing

@testable import Pages

@Suite struct PhonePageTests {
  @Test func `what is known of however many albums fits into three million bytes, and the newest are whole`() throws {
    var contents = try SamplePages.phone(albums: 100, owned: 9000)
    let padding = [UInt8](repeating: 7, count: 30_000)
    for place in contents.albums.indices { contents.albums[place].thumbnail = padding }
    let text = PhonePage(phone: contents).document.text
    #expect(text.utf8.count <= 3_000_000)
    let whole = text.ranges(of: "<details class=\"item\"").count
    #expect(whole > 10 && whole < 100)
    #expect(whole + text.ranges(of: "<p class=\"item\"").count == 100)
  }

  @Test func `the oldest albums' details go first, then columns of the list, then albums, then its end`() {
    func fit(_ limit: Int) -> PhoneFit {
      PhoneFit(
        rest: 100, wholes: [50, 50], lines: [10, 10], shelves: [[40, 40], [30, 30], [20, 20]], limit: limit)
    }
    func parts(_ limit: Int) -> [Int] {
      let fit = fit(limit)
      return [fit.whole, fit.albums, fit.columns.rawValue, fit.shelves]
    }
    #expect(parts(280) == [2, 2, 0, 2])
    #expect(parts(279) == [1, 2, 0, 2])
    #expect(parts(200) == [0, 2, 0, 2])
    #expect(parts(199) == [0, 2, 1, 2])
    #expect(parts(160) == [0, 2, 2, 2])
    #expect(parts(150) == [0, 1, 2, 2])
    #expect(parts(125) == [0, 0, 2, 1])
  }

  @Test func `what is going on is said with the reason, what to do, and when the page was written`() throws {
    let text = PhonePage(phone: try SamplePages.phone(albums: 1, owned: 3)).document.text
    for words in [
      "We found Halden by Halden", "●●●", "No internet connection (since 14:02)", "and 2 other photos",
      "albumscanctl accept 41 NUMBER", "albumscanctl accept 41 --album", "Unable to identify this cover art",
      ProgressLine.notIdentifiedHint,
      "As of 26 Nov, 14:10", "3 reviews wait",
    ] { #expect(text.contains(words), "\(words)") }
    #expect(!text.contains("href=\"../"))
  }

  @Test func `a page for others says nothing of the photo, the cost, the evidence, or what is owned`() {
    var album = Fixtures.whole()
    album.identification.known = .init(scan: ScanID(3), scannedAt: "2026-11-02T10:00:00Z", inLibrary: true)
    let text = HTMLRenderer().sharedPage(album, pictures: PagePictures())
    #expect(text.contains("OK Computer") && text.contains("A record of unease"))
    for words in ["IMG_1234", "cost", "albumscanctl", "points match", "library", "../", "Kid A"] {
      #expect(!text.split(separator: "</style>")[1].contains(words), "\(words)")
    }
  }
}
