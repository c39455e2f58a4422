internal import CBarcodes

/// Finds and reads the barcodes in a photo: first it finds striped areas at any angle, then it decodes those.
///
/// Scanning the whole photo line by line, as barcode readers do, takes longer and reads fewer: see
/// `docs/decisions/0017-barcodes-through-zxing.md`.
package struct BarcodeSearch {
  /// How many are kept.
  package static let most = 8
  /// In how many of a straightened area's rows a barcode must say the same. With two, one photo in a hundred has a
  /// barcode that isn't there.
  private static let leastLines: Int32 = 3
  /// From the picture as it is to what makes up for the blur of a hand that shook.
  private static let sharpnesses: [Float] = [0, 0.3, 0.6]
  /// Pixels of a barcode that can be read: 95 modules (GS1 General Specifications, 5.2.1) of 1.7.
  private static let leastLength = 95 * 1.7
  /// How much smaller the second picture is, in which barcodes are found that fill the photo.
  private static let reduction = 4

  /// Each once, in the order in which they were found.
  package private(set) var codes: [PrintedCode] = []
  /// Places that look like a barcode, in parts of the picture's width.
  private var areas: [StripedArea] = []

  package init() {}

  /// There are stripes that nothing could be read from, and that in a picture of the same photo, so many pixels wide, would be
  /// wide enough for it.
  package func wantsPicture(ofWidth width: Int) -> Bool {
    codes.isEmpty && areas.contains { $0.length * Double(width) >= Self.leastLength }
  }

  /// Looks at all of a photo. A short side from 1000 to 2000 pixels suffices for most.
  package mutating func look(at gray: GrayView) {
    let near = gray.reduced(by: Self.reduction) { gray in StripedArea.areas(in: gray) }
    let areas = StripedArea.areas(in: gray) + near.map { $0.scaled(by: Double(Self.reduction)) }
    for area in areas { read(area, of: gray) }
    self.areas = areas.map { $0.scaled(by: 1 / Double(gray.width)) }
  }

  /// Looks again at the places that were found, in the same photo at another size.
  package mutating func lookCloser(at gray: GrayView) {
    for area in areas { read(area.scaled(by: Double(gray.width)), of: gray) }
  }

  private mutating func read(_ area: StripedArea, of gray: GrayView) {
    guard gray.width >= 8, gray.height >= 8 else { return }
    let straightened = StraightenedArea(area, of: gray)
    for sharpness in Self.sharpnesses {
      let samples = straightened.samples(sharpness: sharpness)
      let found = Self.codes(in: samples, width: straightened.width)
      guard !found.isEmpty else { continue }
      for code in found where codes.count < Self.most && !codes.contains(code) { codes.append(code) }
      return
    }
  }

  private static func codes(in samples: [UInt8], width: Int) -> [PrintedCode] {
    let found = [cbarcodes_code](unsafeUninitializedCapacity: most) { room, count in
      count = Int(
        cbarcodes_read(
          samples, Int32(width), Int32(StraightenedArea.rows), leastLines, room.baseAddress, Int32(most)))
    }
    return found.compactMap { code in
      let digits = withUnsafeBytes(of: code.digits) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      return code.kind == CBARCODES_UPCE.rawValue ? PrintedCode(short: digits) : PrintedCode(digits)
    }
  }
}

/// The digits of a barcode on a sleeve, as they are printed below its bars: EAN-13, EAN-8 or UPC-A.
package struct PrintedCode: Hashable, Sendable {
  /// 13, 8 or 12 of them; the last one checks the others.
  package let digits: String

  /// Nil for what has another length, or a check digit that isn't right (GS1 General Specifications, 7.9).
  init?(_ digits: some StringProtocol) {
    let numbers = digits.utf8.map { Int($0) - 0x30 }
    guard [8, 12, 13].contains(numbers.count), numbers.allSatisfy({ 0...9 ~= $0 }) else { return nil }
    let sum = numbers.reversed().enumerated().reduce(0) { $0 + ($1.offset % 2 == 0 ? 1 : 3) * $1.element }
    // Nothing but zeros is what a blank looks like to some readers.
    guard sum % 10 == 0, sum > 0 else { return nil }
    self.digits = String(digits)
  }

  /// The UPC-A that a UPC-E stands for: six digits that leave out the zeros, between the number system and the check
  /// digit (GS1 General Specifications, 5.2.2.4).
  init?(short digits: some StringProtocol) {
    let parts = digits.map(String.init)
    guard parts.count == 8, ["0", "1"].contains(parts[0]), let last = Int(parts[6]) else { return nil }
    let body =
      switch last {
      case 0...2: parts[1] + parts[2] + parts[6] + "0000" + parts[3] + parts[4] + parts[5]
      case 3: parts[1] + parts[2] + parts[3] + "00000" + parts[4] + parts[5]
      case 4: parts[1] + parts[2] + parts[3] + parts[4] + "00000" + parts[5]
      default: parts[1...5].joined() + "0000" + parts[6]
      }
    self.init(parts[0] + body + parts[7])
  }
}
