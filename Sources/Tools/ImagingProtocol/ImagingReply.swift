/// The imaging process's answer on standard output.
///
/// The protocol, version 10: `ASIM`, the version, a kind, then the fields of that kind in the order of the declarations
/// below. Numbers are little-endian; bytes and texts have a 32-bit length before them. The process handles hostile
/// bytes and may have been taken over by them, so its client trusts nothing: see `ReplyReader` and `JPEGOutline`.
package enum ImagingReply: Equatable, Sendable {
  package enum Failure: UInt8, Sendable {
    case emptyFile = 1
    case notAnImage = 2
    case unsupported = 3
    case tooLarge = 4
    case broken = 5
    case outOfMemory = 6
    case changed = 7
    case noSandbox = 8
    case tooSmall = 9
    case modelsUnusable = 10
    /// The picture takes much memory, and the process was told not to take it.
    case heavy = 11
  }

  case picture(PreparedPicture)
  case artwork(PreparedArtwork)
  /// A picture, its photo's features, and the barcodes in it: at most `mostBarcodes`, with 8, 12, or 13 digits. If the
  /// photo shows several sleeves, the corners of each: at most `mostParts`.
  case study(
    PreparedPicture, features: [UInt8], barcodes: [String], parts: [[SIMD2<Double>]] = [], taken: TakenTime? = nil)
  /// A cover's features.
  case cover(features: [UInt8])
  /// One for each requested cover, in their order.
  case matches([CoverSighting])
  /// A cover's features, and whether the photo shows it.
  case comparison(features: [UInt8], CoverSighting)
  /// `detail` is the name of a format, or a text of at most 200 printable ASCII characters.
  case failure(Failure, detail: String)
  /// At most `mostLines`.
  case lines([PrintedLine])

  /// The longest reply that is accepted, in bytes.
  package static let maximumSize = 4 << 20
  package static let version: UInt8 = 10
  package static let mostBarcodes = 8
  package static let mostLines = 64
  package static let mostParts = 16
  package static let magic = Array("ASIM".utf8)

  package enum Kind: UInt8 {
    case picture = 1
    case artwork = 2
    case failure = 3
    case study = 4
    case cover = 5
    case matches = 6
    case lines = 8
    case comparison = 9
  }

  /// Coordinates are sent in ten-thousandths of the width and height, confidence and contrast in thousandths, and
  /// similarity in hundredths.
  package static let partsOfSide = 10_000.0
}

extension ImagingReply {
  /// The bytes as sent.
  package var encoded: [UInt8] {
    var bytes = Self.magic + [Self.version]
    func number(_ value: Int) { withUnsafeBytes(of: UInt32(value).littleEndian) { bytes += $0 } }
    func block(_ block: some Collection<UInt8>) {
      number(block.count)
      bytes += block
    }
    func fixed(_ value: Double, in parts: Double) -> Int { Int((value * parts).rounded()) }
    func fields(of sighting: CoverSighting) {
      number(sighting.inliers)
      number(sighting.cells)
      number(Int(sighting.finding.rawValue))
      // Shifted, because the protocol's numbers are unsigned.
      number(fixed(sighting.similarity, in: 100) + 100)
      number(sighting.corners.count)
      for part in sighting.corners.flatMap({ [$0.x, $0.y] }) {
        number(fixed(part, in: Self.partsOfSide) + Int(CoverSighting.farthestCorner * Self.partsOfSide))
      }
    }
    func fields(of picture: PreparedPicture) {
      number(picture.width)
      number(picture.height)
      number(picture.sourceWidth)
      number(picture.sourceHeight)
      block(picture.format.utf8)
      number(
        PreparedPicture.allNotes.enumerated().reduce(0) {
          $0 + (picture.notes.contains($1.element) ? 1 << $1.offset : 0)
        })
      block(picture.sourceDigest.utf8)
      block(picture.jpeg)
    }
    switch self {
    case .picture(let picture):
      bytes.reserveCapacity(picture.jpeg.count + 128)
      bytes.append(Kind.picture.rawValue)
      fields(of: picture)
    case .study(let picture, let features, let barcodes, let parts, let taken):
      bytes.reserveCapacity(picture.jpeg.count + features.count + 128)
      bytes.append(Kind.study.rawValue)
      fields(of: picture)
      block(features)
      number(barcodes.count)
      for barcode in barcodes { block(barcode.utf8) }
      number(parts.count)
      for part in parts.joined().flatMap({ [$0.x, $0.y] }) { number(fixed(part, in: Self.partsOfSide)) }
      number(taken.map { $0.isAbsolute ? 2 : 1 } ?? 0)
      number((taken?.milliseconds ?? 0) / 1000)
      number((taken?.milliseconds ?? 0) % 1000)
    case .cover(let features):
      bytes.append(Kind.cover.rawValue)
      block(features)
    case .matches(let sightings):
      bytes.append(Kind.matches.rawValue)
      number(sightings.count)
      for sighting in sightings { fields(of: sighting) }
    case .comparison(let features, let sighting):
      bytes.append(Kind.comparison.rawValue)
      block(features)
      fields(of: sighting)
    case .artwork(let artwork):
      bytes.reserveCapacity(artwork.jpeg.count + artwork.thumbnail.count + 64)
      bytes.append(Kind.artwork.rawValue)
      number(artwork.width)
      number(artwork.height)
      block(artwork.jpeg)
      block(artwork.thumbnail)
    case .lines(let lines):
      bytes.append(Kind.lines.rawValue)
      number(lines.count)
      for line in lines {
        block(line.text.utf8)
        number(fixed(line.confidence, in: 1000))
        number(fixed(line.contrast, in: 1000))
        for part in line.corners.flatMap({ [$0.x, $0.y] }) { number(fixed(part, in: Self.partsOfSide)) }
      }
    case .failure(let failure, let detail):
      bytes += [Kind.failure.rawValue, failure.rawValue]
      block(detail.utf8.prefix(200).map { 0x20..<0x7F ~= $0 ? $0 : UInt8(ascii: "?") })
    }
    return bytes
  }
}

extension ImagingReply {
  /// Whether these are the digits of an EAN-8, UPC-A, or EAN-13, with a valid check digit (GS1 General Specifications,
  /// 7.9).
  package static func isBarcode(_ digits: some StringProtocol) -> Bool {
    let numbers = digits.utf8.map { Int($0) - 0x30 }
    guard [8, 12, 13].contains(numbers.count), numbers.allSatisfy({ 0...9 ~= $0 }) else { return false }
    return numbers.reversed().enumerated().reduce(0) { $0 + ($1.offset % 2 == 0 ? 1 : 3) * $1.element } % 10 == 0
  }
}
