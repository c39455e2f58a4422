/// The imaging process's answer on standard output.
///
/// The protocol, version 7: `ASIM`, the version, a kind, then the fields of that kind in the order of the declarations
/// below. Numbers are little-endian; bytes and texts have a 32-bit length before them. The process handles hostile
/// bytes and may have been taken over by them, so `decode` trusts nothing: see `ReplyReader` and `JPEGOutline`.
package enum ImagingReply: Equatable, Sendable {
  package struct Picture: Equatable, Sendable {
    package var width: Int
    package var height: Int
    package var sourceWidth: Int
    package var sourceHeight: Int
    /// A name of at most eight letters, such as `JPEG`.
    package var sourceFormat: String
    package var notes: Notes
    /// 64 lowercase hexadecimal digits.
    package var sourceDigest: String
    package var jpeg: [UInt8]

    package init(
      width: Int, height: Int, sourceWidth: Int, sourceHeight: Int, sourceFormat: String, notes: Notes,
      sourceDigest: String, jpeg: [UInt8]
    ) {
      self.width = width
      self.height = height
      self.sourceWidth = sourceWidth
      self.sourceHeight = sourceHeight
      self.sourceFormat = sourceFormat
      self.notes = notes
      self.sourceDigest = sourceDigest
      self.jpeg = jpeg
    }
  }

  package struct Artwork: Equatable, Sendable {
    package var width: Int
    package var height: Int
    package var jpeg: [UInt8]
    package var thumbnail: [UInt8]

    package init(width: Int, height: Int, jpeg: [UInt8], thumbnail: [UInt8]) {
      self.width = width
      self.height = height
      self.jpeg = jpeg
      self.thumbnail = thumbnail
    }
  }

  package struct Notes: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The end of the photo is missing.
    package static let truncated = Notes(rawValue: 1 << 0)
    /// The photo was smaller than the picture.
    package static let enlarged = Notes(rawValue: 1 << 1)
    /// Some of the photo's data was invalid.
    package static let damaged = Notes(rawValue: 1 << 2)
    static let all: Notes = [.truncated, .enlarged, .damaged]
  }

  package struct Match: Equatable, Sendable {
    package enum Finding: UInt8, Sendable {
      case undecided = 0
      case accepted = 1
      case contradicted = 2
    }

    package var inliers: Int
    /// 0 to 16.
    package var cells: Int
    package var finding: Finding
    /// How much the photo looks like the cover at its position, from -100 to 100, and in how many of the sixteen cells;
    /// 0 if unknown.
    package var similarity: Int
    package var likeCells: Int
    /// Upper left first, then clockwise: x and y in 1/10000 of the photo's width and height. Empty, or eight numbers.
    package var corners: [Int]

    package init(inliers: Int, cells: Int, finding: Finding, similarity: Int, likeCells: Int, corners: [Int]) {
      self.inliers = inliers
      self.cells = cells
      self.finding = finding
      self.similarity = similarity
      self.likeCells = likeCells
      self.corners = corners
    }
  }

  /// A line of text, as in `PrintedLine`.
  package struct Line: Equatable, Sendable {
    /// In characters.
    package static let longestText = 200

    /// Not empty; only characters that `PrintedLine.holds` allows.
    package var text: String
    /// In thousandths.
    package var confidence: Int
    /// In thousandths.
    package var contrast: Int
    /// Eight numbers: x and y in 1/10000 of the picture's width and height.
    package var corners: [Int]

    package init(text: String, confidence: Int, contrast: Int, corners: [Int]) {
      self.text = text
      self.confidence = confidence
      self.contrast = contrast
      self.corners = corners
    }
  }

  package enum Complaint: UInt8, Sendable {
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

  case picture(Picture)
  case artwork(Artwork)
  /// A picture, its photo's features, and the barcodes in it: at most `mostBarcodes`, with 8, 12, or 13 digits.
  case study(Picture, features: [UInt8], barcodes: [String])
  /// A cover's features.
  case cover(features: [UInt8])
  /// One for each requested cover, in their order.
  case matches([Match])
  /// A cover's features, and whether the photo shows it.
  case comparison(features: [UInt8], Match)
  /// `detail` is the name of a format, or a text of at most 200 printable ASCII characters.
  case complaint(Complaint, detail: String)
  /// At most `mostLines`.
  case lines([Line])

  /// The longest reply that is accepted, in bytes.
  package static let maximumSize = 4 << 20
  package static let version: UInt8 = 7
  package static let mostBarcodes = 8
  package static let mostLines = 64
  static let magic = Array("ASIM".utf8)

  enum Kind: UInt8 {
    case picture = 1
    case artwork = 2
    case complaint = 3
    case study = 4
    case cover = 5
    case matches = 6
    case lines = 8
    case comparison = 9
  }

  /// The greatest distance of corners, in 1/10000 of the photo's width and height.
  package static let farthestCorner = 1_000_000
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
    func fields(of match: Match) {
      number(match.inliers)
      number(match.cells)
      number(Int(match.finding.rawValue))
      // Shifted, because the protocol's numbers are unsigned.
      number(match.similarity + 100)
      number(match.likeCells)
      number(match.corners.count)
      for corner in match.corners { number(corner + Self.farthestCorner) }
    }
    func fields(of picture: Picture) {
      number(picture.width)
      number(picture.height)
      number(picture.sourceWidth)
      number(picture.sourceHeight)
      block(picture.sourceFormat.utf8)
      number(Int(picture.notes.rawValue))
      block(picture.sourceDigest.utf8)
      block(picture.jpeg)
    }
    switch self {
    case .picture(let picture):
      bytes.reserveCapacity(picture.jpeg.count + 128)
      bytes.append(Kind.picture.rawValue)
      fields(of: picture)
    case .study(let picture, let features, let barcodes):
      bytes.reserveCapacity(picture.jpeg.count + features.count + 128)
      bytes.append(Kind.study.rawValue)
      fields(of: picture)
      block(features)
      number(barcodes.count)
      for barcode in barcodes { block(barcode.utf8) }
    case .cover(let features):
      bytes.append(Kind.cover.rawValue)
      block(features)
    case .matches(let matches):
      bytes.append(Kind.matches.rawValue)
      number(matches.count)
      for match in matches { fields(of: match) }
    case .comparison(let features, let match):
      bytes.append(Kind.comparison.rawValue)
      block(features)
      fields(of: match)
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
        number(line.confidence)
        number(line.contrast)
        for corner in line.corners { number(corner) }
      }
    case .complaint(let complaint, let detail):
      bytes += [Kind.complaint.rawValue, complaint.rawValue]
      block(detail.utf8.prefix(200).map { 0x20..<0x7F ~= $0 ? $0 : UInt8(ascii: "?") })
    }
    return bytes
  }
}
