import Testing

@testable import Albums

@Suite struct BestReleaseTests {
  private func best(
    _ releases: [CatalogRelease], barcode: String? = nil, number: String? = nil, country: String? = nil
  )
    -> Character?
  {
    let album = group(1, "Foo", by: "Bar", releases: releases)
    let seen = barcode.flatMap(Barcode.init).map { [$0] } ?? []
    let best = album.bestRelease(barcodes: seen, catalogNumber: number, country: country)
    let reversed = group(1, "Foo", by: "Bar", releases: releases.reversed())
      .bestRelease(barcodes: seen, catalogNumber: number, country: country)
    #expect(best == reversed, "the order of the releases must not matter")
    return best?.id.value.last
  }

  @Test func `an official release comes before a promotional one, and that before a bootleg`() {
    #expect(
      best([release(1, "Bootleg", date: "1969"), release(2, "Promotion", date: "1970"), release(3, date: "1999")])
        == "3")
    #expect(best([release(1, "Bootleg", date: "1969"), release(2, "Promotion", date: "1970")]) == "2")
    #expect(best([release(1, "Bootleg", date: "1969", front: true), release(2, nil)]) == "2")
  }

  @Test func `translated and canceled listings never stand for an album`() {
    #expect(best([release(1, "Pseudo-Release"), release(2, "Cancelled")]) == nil)
    #expect(best([release(1, "Pseudo-Release", date: "1969"), release(2, "Bootleg")]) == "2")
    #expect(best([]) == nil)
  }

  @Test func `a barcode decides, whatever zeros and blanks it is written with`() {
    let releases = [release(1, date: "1971", front: true), release(2, date: "1997", barcode: "0724385522925")]
    #expect(best(releases, barcode: "724385522925") == "2")
    #expect(best(releases, barcode: "0 724385 522925") == "2")
    #expect(best(releases, barcode: "0724385522926") == "1")
    #expect(best(releases, barcode: "") == "1")
  }

  @Test func `a catalog number decides, whatever its blanks`() {
    let releases = [release(1, date: "1971", front: true), release(2, date: "1997", number: "UAS 29 211/12")]
    #expect(best(releases, number: "uas29211-12") == "2")
  }

  @Test func `front artwork comes before an earlier date, and before not knowing`() {
    #expect(best([release(1, date: "1971", front: false), release(2, date: "1997", front: true)]) == "2")
    #expect(best([release(1, date: "1971"), release(2, date: "1997", front: true)]) == "2")
    #expect(best([release(1, date: "1971", front: false), release(2, date: "1997")]) == "2")
  }

  @Test func `then the earliest, and at last the smallest identifier`() {
    #expect(best([release(1, date: nil), release(2, date: "1975-03"), release(3, date: "1975")]) == "3")
    #expect(best([release(1, date: ""), release(2, date: "1999")]) == "2")
    #expect(best([release(4, date: "1975"), release(2, date: "1975")]) == "2")
  }

  @Test func `a country decides only when asked for`() {
    let releases = [release(1, date: "1971", country: "GB"), release(2, date: "1972", country: "DE")]
    #expect(best(releases) == "1")
    #expect(best(releases, country: "DE") == "2")
  }

  @Test(arguments: [("1971-02", "1971"), ("1971", "1971"), ("", nil), (nil, nil), ("19", nil), ("????", nil)])
  func `the first year is the group's`(date: String?, year: String?) {
    #expect(group(1, "Foo", by: "Bar", year: date).firstReleaseYear == year)
  }
}
