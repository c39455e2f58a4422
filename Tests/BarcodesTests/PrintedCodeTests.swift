import Testing

@testable import Imaging

@Suite struct PrintedCodeTests {
  @Test(arguments: ["2900000000018", "5901234123457", "036000291452", "96385074", "0000000000017"])
  func `what the last digit confirms is a barcode`(digits: String) {
    #expect(BarcodeSearch.printed(digits) == digits)
  }

  @Test(arguments: [
    "5901234123458", "590123412345", "5901234123475", "59012341234570", "9638507", "96385073", "", "0000000000000",
    "59012341234 7", "５901234123457",
  ])
  func `what it doesn't confirm is none`(digits: String) { #expect(BarcodeSearch.printed(digits) == nil) }

  /// Each way of leaving out the zeros (GS1 General Specifications, 5.2.2.4).
  @Test(arguments: [
    ("01234505", "012000003455"), ("01234514", "012100003454"), ("01234523", "012200003453"),
    ("01234531", "012300000451"), ("01234543", "012340000053"), ("01234558", "012345000058"),
    ("01234565", "012345000065"), ("01234572", "012345000072"), ("01234589", "012345000089"),
    ("01234596", "012345000096"),
  ])
  func `a short code is the long one that it stands for`(short: String, long: String) {
    #expect(BarcodeSearch.printed(short: short) == long)
  }

  @Test(arguments: ["01234506", "21234505", "0123450", "012345055", "O1234505", "0123 505"])
  func `what can't be a short code is none`(digits: String) { #expect(BarcodeSearch.printed(short: digits) == nil) }
}
