internal import ImagingProtocol

/// Parses a reply without trusting it: it checks every length, size, and payload.
struct ReplyReader {
  private var rest: ArraySlice<UInt8>

  /// The reply in `bytes`, which must contain nothing else.
  static func reply(in bytes: [UInt8]) throws(ImagingClientError) -> ImagingReply {
    var reader = ReplyReader(rest: bytes[...])
    let reply = try reader.reply()
    guard reader.rest.isEmpty else { throw .garbled("\(reader.rest.count) bytes too many") }
    return reply
  }

  private mutating func reply() throws(ImagingClientError) -> ImagingReply {
    guard try take(ImagingReply.magic.count).elementsEqual(ImagingReply.magic) else { throw .garbled("no magic") }
    let version = try byte()
    guard version == ImagingReply.version else { throw .garbled("version \(version)") }
    switch ImagingReply.Kind(rawValue: try byte()) {
    case .picture: return .picture(try picture())
    case .artwork: return .artwork(try artwork())
    case .study:
      return .study(
        try picture(), features: try features(), barcodes: try barcodes(), parts: try parts(), taken: try taken())
    case .cover: return .cover(features: try features())
    case .matches: return .matches(try matches())
    case .comparison: return .comparison(features: try features(), try match())
    case .lines: return .lines(try lines())
    case .failure:
      guard let failure = ImagingReply.Failure(rawValue: try byte()) else {
        throw .garbled("a new failure")
      }
      return .failure(failure, detail: try text(upTo: 200) { 0x20..<0x7F ~= $0 })
    case nil: throw .garbled("a new kind")
    }
  }

  private mutating func picture() throws(ImagingClientError) -> PreparedPicture {
    let width = try number(in: 1024...1024)
    let height = try number(in: 1024...1024)
    let sourceWidth = try number(in: 1...65_535)
    let sourceHeight = try number(in: 1...65_535)
    let format = try text(upTo: 8) { 0x41..<0x5B ~= $0 || 0x61..<0x7B ~= $0 }
    let notes = try number(in: 0...(1 << PreparedPicture.allNotes.count) - 1)
    let digest = try text(upTo: 64) { 0x30..<0x3A ~= $0 || 0x61..<0x67 ~= $0 }
    guard digest.utf8.count == 64 else { throw .garbled("a short digest") }
    return PreparedPicture(
      jpeg: try jpeg(upTo: 1_500_000, width: width, height: height), width: width, height: height, sourceDigest: digest,
      sourceWidth: sourceWidth, sourceHeight: sourceHeight, format: format,
      notes: PreparedPicture.allNotes.enumerated().filter { notes & 1 << $0.offset != 0 }.map(\.element))
  }

  private mutating func artwork() throws(ImagingClientError) -> PreparedArtwork {
    let width = try number(in: 1...1200)
    let height = try number(in: 1...1200)
    let jpeg = try jpeg(upTo: 1_500_000, width: width, height: height)
    let thumbnail = try self.jpeg(upTo: 200_000, width: 200, height: 200)
    return PreparedArtwork(jpeg: jpeg, width: width, height: height, thumbnail: thumbnail)
  }

  private mutating func features() throws(ImagingClientError) -> [UInt8] {
    let bytes = Array(try block(upTo: FeatureFormat.largest))
    guard FeatureFormat.holds(bytes) else { throw .garbled("features that are none") }
    return bytes
  }

  private mutating func barcodes() throws(ImagingClientError) -> [String] {
    var barcodes: [String] = []
    for _ in 0..<(try number(in: 0...ImagingReply.mostBarcodes)) {
      let digits = try text(upTo: 13) { 0x30..<0x3A ~= $0 }
      guard ImagingReply.isBarcode(digits) else { throw .garbled("a barcode that is none") }
      barcodes.append(digits)
    }
    return barcodes
  }

  private mutating func parts() throws(ImagingClientError) -> [[SIMD2<Double>]] {
    let count = try number(in: 0...ImagingReply.mostParts)
    guard count != 1 else { throw .garbled("a single part") }
    var parts: [[SIMD2<Double>]] = []
    for _ in 0..<count { parts.append(try corners(4)) }
    return parts
  }

  private mutating func taken() throws(ImagingClientError) -> TakenTime? {
    let kind = try number(in: 0...2)
    let seconds = try number(in: kind == 0 ? 0...0 : TakenTime.range)
    let part = try number(in: kind == 0 ? 0...0 : 0...999)
    return kind == 0 ? nil : TakenTime(milliseconds: seconds * 1000 + part, isAbsolute: kind == 2)
  }

  private mutating func lines() throws(ImagingClientError) -> [PrintedLine] {
    var lines: [PrintedLine] = []
    for _ in 0..<(try number(in: 0...ImagingReply.mostLines)) { lines.append(try line()) }
    return lines
  }

  private mutating func line() throws(ImagingClientError) -> PrintedLine {
    // Each of these characters takes at most three bytes.
    let bytes = try block(upTo: PrintedLine.longestText * 3)
    guard let text = String(validating: bytes, as: UTF8.self), (1...PrintedLine.longestText).contains(text.count),
      text.unicodeScalars.allSatisfy(PrintedLine.holds)
    else { throw .garbled("a line of text that is none") }
    let confidence = Double(try number(in: 0...1000)) / 1000
    let contrast = Double(try number(in: 0...1000)) / 1000
    let corners = try corners(4)
    return PrintedLine(text: text, confidence: confidence, corners: corners, contrast: contrast)
  }

  private mutating func matches() throws(ImagingClientError) -> [CoverSighting] {
    var matches: [CoverSighting] = []
    for _ in 0..<(try number(in: 0...MatchRequest.mostCovers)) { matches.append(try match()) }
    return matches
  }

  private mutating func match() throws(ImagingClientError) -> CoverSighting {
    let inliers = try number(in: 0...FeatureFormat.most)
    let cells = try number(in: 0...16)
    guard let finding = CoverSighting.Finding(rawValue: UInt8(try number(in: 0...255))) else {
      throw .garbled("a new finding")
    }
    let similarity = Double(try number(in: 0...200) - 100) / 100
    let count = try number(in: 0...4)
    guard count == 4 || count == 0 && finding != .accepted else {
      throw .garbled("a cover with \(count) corners")
    }
    let corners = try corners(count, asFarAs: CoverSighting.farthestCorner)
    return CoverSighting(inliers: inliers, cells: cells, finding: finding, similarity: similarity, corners: corners)
  }

  /// - Parameter distance: how far they may lie outside of the photo, as a multiple of its sides.
  private mutating func corners(_ count: Int, asFarAs distance: Double = 0) throws(ImagingClientError) -> [SIMD2<
    Double
  >] {
    let parts = ImagingReply.partsOfSide
    let far = Int(distance * parts)
    let range = far == 0 ? 0...Int(parts) : 0...2 * far
    var corners: [SIMD2<Double>] = []
    for _ in 0..<count {
      corners.append(SIMD2(Double(try number(in: range) - far) / parts, Double(try number(in: range) - far) / parts))
    }
    return corners
  }

  private mutating func jpeg(upTo limit: Int, width: Int, height: Int) throws(ImagingClientError) -> [UInt8] {
    let bytes = try block(upTo: limit)
    guard let outline = JPEGOutline(bytes) else { throw .garbled("a payload that isn't a plain JPEG") }
    guard outline.width == width, outline.height == height else { throw .garbled("a JPEG of another size") }
    return Array(bytes)
  }

  private mutating func text(upTo limit: Int, of allowed: (UInt8) -> Bool) throws(ImagingClientError) -> String {
    let bytes = try block(upTo: limit)
    guard bytes.allSatisfy(allowed) else { throw .garbled("a text with strange characters") }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func block(upTo limit: Int) throws(ImagingClientError) -> ArraySlice<UInt8> {
    try take(try number(in: 0...limit))
  }

  private mutating func number(in range: ClosedRange<Int>) throws(ImagingClientError) -> Int {
    let value = try take(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard range.contains(value) else { throw .garbled("\(value) is not in \(range)") }
    return value
  }

  private mutating func byte() throws(ImagingClientError) -> UInt8 {
    guard let byte = rest.popFirst() else { throw .garbled("it ends early") }
    return byte
  }

  private mutating func take(_ count: Int) throws(ImagingClientError) -> ArraySlice<UInt8> {
    guard count <= rest.count else { throw .garbled("it ends early") }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
