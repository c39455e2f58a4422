import Foundation
import Testing

@testable import Albums

@Suite struct BarcodeTests {
  @Test(arguments: [
    ("5901234123457", "5901234123457"), ("5 901234 123457", "5901234123457"), ("0-36000-29145-2", "036000291452"),
    ("96385074", "96385074"), ("0036000291452", "0036000291452"),
  ])
  func `blanks and hyphens don't count`(text: String, digits: String) { #expect(Barcode(text)?.digits == digits) }

  @Test(arguments: [
    "", "5901234123458", "590123412345", "00036000291452", "0000000000000", "5901234123457a", "٥901234123457",
  ])
  func `what the check digit doesn't confirm is none`(text: String) { #expect(Barcode(text) == nil) }

  @Test func `zeros before it make no other barcode of it`() throws {
    let printed = try #require(Barcode("036000291452"))
    let listed = try #require(Barcode("0036000291452"))
    #expect(printed == listed && Set([printed, listed]).count == 1)
    #expect(printed != Barcode("5901234123457"))
    #expect(Barcode("96385074") == Barcode("0000096385074"))
  }

  @Test func `it is written as its digits, and only a barcode is read`() throws {
    let barcode = try #require(Barcode("036000291452"))
    let json = try JSONEncoder().encode([barcode])
    #expect(String(decoding: json, as: UTF8.self) == #"["036000291452"]"#)
    #expect(try JSONDecoder().decode([Barcode].self, from: json).map(\.digits) == ["036000291452"])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Barcode].self, from: Data(#"["12345678"]"#.utf8)) }
  }
}
