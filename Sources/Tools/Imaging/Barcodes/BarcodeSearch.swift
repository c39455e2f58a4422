internal import CBarcodes
internal import ImagingProtocol

/// Finds and reads the barcodes in a photo: it finds striped areas at any angle, and then decodes only those.
///
/// Scanning the whole photo line by line, as barcode readers do, takes longer and reads fewer: see
/// `docs/decisions/0017-barcodes-through-zxing.md`.
package struct BarcodeSearch {
  /// The most barcodes to keep.
  package static let most = 8
  /// In how many rows of a straightened area the barcode must be the same. With two, one photo in a hundred has a
  /// barcode that doesn't exist.
  private static let leastLines: Int32 = 3
  /// From unchanged to an amount that compensates for camera shake.
  private static let sharpnesses: [Float] = [0, 0.3, 0.6]
  /// In pixels: the shortest readable barcode has 95 modules (GS1 General Specifications, 5.2.1) of 1.7 pixels.
  private static let leastLength = 95 * 1.7
  /// How much smaller the second picture is, in which barcodes that fill the photo are found.
  private static let reduction = 4

  /// Each barcode once, in the order in which they were found.
  package private(set) var codes: [String] = []
  /// Areas that look like a barcode, in fractions of the picture's width.
  private var areas: [StripedArea] = []

  package init() {}

  /// Whether there are unreadable stripes that would be wide enough in a picture of the same photo with this width in
  /// pixels.
  package func wantsPicture(ofWidth width: Int) -> Bool {
    codes.isEmpty && areas.contains { $0.length * Double(width) >= Self.leastLength }
  }

  /// Searches a whole photo. A short side of 1000 to 2000 pixels is enough for most.
  package mutating func look(at gray: GrayView) {
    let near = gray.reduced(by: Self.reduction) { gray in StripedArea.areas(in: gray) }
    let areas = StripedArea.areas(in: gray) + near.map { $0.scaled(by: Double(Self.reduction)) }
    for area in areas { read(area, of: gray) }
    self.areas = areas.map { $0.scaled(by: 1 / Double(gray.width)) }
  }

  /// Reads the same areas again, in the same photo at another size.
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

  private static func codes(in samples: [UInt8], width: Int) -> [String] {
    let found = [cbarcodes_code](unsafeUninitializedCapacity: most) { room, count in
      count = Int(
        cbarcodes_read(
          samples, Int32(width), Int32(StraightenedArea.rows), leastLines, room.baseAddress, Int32(most)))
    }
    return found.compactMap { code in
      let digits = withUnsafeBytes(of: code.digits) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      return code.kind == CBARCODES_UPCE.rawValue ? printed(short: digits) : printed(digits)
    }
  }
}

extension BarcodeSearch {
  /// The digits as printed below the bars; nil unless they are an EAN-13, EAN-8, or UPC-A.
  static func printed(_ digits: some StringProtocol) -> String? {
    // Some readers report all zeros for a blank area.
    ImagingReply.isBarcode(digits) && digits.contains { $0 != "0" } ? String(digits) : nil
  }

  /// Expands a UPC-E to its UPC-A: the number system, six digits that stand for ten with zeros omitted, and the check
  /// digit (GS1 General Specifications, 5.2.2.4).
  static func printed(short digits: some StringProtocol) -> String? {
    let parts = digits.map(String.init)
    guard parts.count == 8, ["0", "1"].contains(parts[0]), let last = Int(parts[6]) else { return nil }
    let body =
      switch last {
      case 0...2: parts[1] + parts[2] + parts[6] + "0000" + parts[3] + parts[4] + parts[5]
      case 3: parts[1] + parts[2] + parts[3] + "00000" + parts[4] + parts[5]
      case 4: parts[1] + parts[2] + parts[3] + parts[4] + "00000" + parts[5]
      default: parts[1...5].joined() + "0000" + parts[6]
      }
    return printed(parts[0] + body + parts[7])
  }
}
