import DrawnCovers
import Testing

@testable import Imaging

@Suite struct BarcodeSearchTests {
  private func search(_ picture: borrowing Canvas) -> BarcodeSearch {
    var search = BarcodeSearch()
    let gray = picture.gray
    gray.withUnsafeBufferPointer { gray in
      guard let samples = gray.baseAddress else { return }
      search.look(at: GrayView(samples: samples, width: picture.width, height: picture.height))
    }
    return search
  }

  private func found(_ photo: BackPhoto) -> [String] { search(photo.picture()).codes }

  @Test(arguments: [0, 20, 45, 70, 90, 115, 135, 160, 180, 205, 225, 250, 270, 295, 315, 340])
  func `a barcode is read however it is turned`(turn: Int) {
    var photo = BackPhoto(DrawnCollection.paperLanterns)
    photo.turn = Double(turn)
    #expect(found(photo) == [photo.album.barcode])
  }

  @Test func `every sleeve has its own`() {
    for album in DrawnCollection.albums {
      #expect(search(DrawnBack(album).picture(size: 900)).codes == [album.barcode], "\(album)")
    }
  }

  @Test func `a barcode is read when it is small, blurred, or fills the photo`() {
    var photo = BackPhoto(DrawnCollection.undertow)
    photo.share = 0.75
    #expect(found(photo) == [photo.album.barcode])
    (photo.share, photo.blur, photo.turn) = (0.9, 1, 20)
    #expect(found(photo) == [photo.album.barcode])
    // Its lower right quarter, so that the barcode is all there is.
    let canvas = Canvas(width: 1600, height: 1200, color: Color(0xffffff))
    let back = DrawnBack(DrawnCollection.undertow).picture(size: 4000)
    canvas.place(back, atX: -2300, y: -3000)
    #expect(search(canvas).codes == [DrawnCollection.undertow.barcode])
  }

  @Test func `two sleeves side by side have two`() {
    let canvas = Canvas(width: 2000, height: 1200, color: Color(0x6b4a33))
    canvas.place(DrawnBack(DrawnCollection.undertow).picture(size: 900), atX: 50, y: 150)
    canvas.place(DrawnBack(DrawnCollection.wharf).picture(size: 900), atX: 1050, y: 150)
    #expect(
      Set(search(canvas).codes)
        == [DrawnCollection.undertow.barcode, DrawnCollection.wharf.barcode])
  }

  @Test(arguments: HardPhoto.Fault.allCases)
  func `a front has none`(fault: HardPhoto.Fault) {
    for number in 0..<3 { #expect(search(HardPhoto(InventedCover(number), fault).picture()).codes == []) }
  }

  @Test func `stripes without a meaning ask for a larger picture, and others don't`() {
    let canvas = Canvas(width: 800, height: 600, color: Color(0xffffff))
    for bar in 0..<40 {
      canvas.place(Canvas(width: 3, height: 150, color: Color(0x000000)), atX: 200 + bar * 6, y: 200)
    }
    #expect(search(canvas).codes == [] && search(canvas).wantsPicture(ofWidth: 1600))
    #expect(!search(BackPhoto(DrawnCollection.wharf).picture()).wantsPicture(ofWidth: 8000))
    #expect(!search(DrawnCover(DrawnCollection.cobaltField).picture(size: 1000)).wantsPicture(ofWidth: 2000))
  }

  @Test func `stripes that a larger picture wouldn't show wide enough for a barcode don't ask for it`() {
    let canvas = Canvas(width: 800, height: 600, color: Color(0xffffff))
    for bar in 0..<20 {
      canvas.place(Canvas(width: 2, height: 60, color: Color(0x000000)), atX: 200 + bar * 4, y: 200)
    }
    #expect(search(canvas).wantsPicture(ofWidth: 8000))
    #expect(!search(canvas).wantsPicture(ofWidth: 1200))
  }

  @Test(arguments: [(1, 1), (3, 900), (17, 17), (18, 18), (64, 8), (33, 5000)])
  func `a picture of any shape can be looked at`(width: Int, height: Int) {
    let canvas = Canvas(width: width, height: height, color: Color(0xffffff))
    canvas.place(DrawnBack(DrawnCollection.wharf).picture(size: 500), atX: -300, y: -380)
    #expect(search(canvas).codes == [])
  }

  /// What is read at the second look is looked for where it was seen at the first.
  @Test func `a barcode that is too fine at first is read in the larger picture`() {
    var photo = BackPhoto(DrawnCollection.needle)
    (photo.width, photo.height, photo.share, photo.turn) = (2400, 1800, 0.32, 33)
    let picture = photo.picture()
    let gray = picture.gray
    var search = BarcodeSearch()
    gray.withUnsafeBufferPointer { gray in
      guard let samples = gray.baseAddress else { return }
      let whole = GrayView(samples: samples, width: picture.width, height: picture.height)
      whole.reduced(by: 2) { small in search.look(at: small) }
      #expect(search.codes == [] && search.wantsPicture(ofWidth: picture.width))
      search.lookCloser(at: whole)
    }
    #expect(search.codes == [photo.album.barcode])
  }

  // MARK: Digits

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
