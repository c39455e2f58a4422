import Foundation
import ImagingProtocol
import Testing

@testable import ImagingClient

@Suite struct ReplyReaderTests {
  private static let digest = String(repeating: "0123456789abcdef", count: 4)
  private static let picture = PreparedPicture(
    jpeg: SampleJPEG.fields(width: 1024, height: 1024), width: 1024, height: 1024, sourceDigest: digest,
    sourceWidth: 4000, sourceHeight: 3000, format: "HEIC", notes: ["truncated", "enlarged"])
  private static let artwork = PreparedArtwork(
    jpeg: SampleJPEG.fields(width: 500, height: 400), width: 500, height: 400,
    thumbnail: SampleJPEG.fields(width: 200, height: 200))

  /// A head of 640×480 that says 1, one feature, and a tiny picture of two by three.
  private static let noSleeve = [UInt8](repeating: 0, count: 16)
  private static let features: [UInt8] =
    [128, 2, 224, 1, 1, 0, 40, 0] + noSleeve + [2, 3] + [UInt8](repeating: 7, count: 132 + 6)
  private static let barcodes = ["2900000000018", "036000291452", "96385074"]
  private static let match = CoverSighting(
    inliers: 143, cells: 16, finding: .accepted, similarity: -0.07,
    corners: [[-0.09, 0.0005], [0.9, 0.0012], [0.88, 0.99], [100, -100]])

  private static let unseen = CoverSighting(inliers: 0, cells: 0, finding: .contradicted, corners: [])

  private static let line = PrintedLine(
    text: "HARBOR “Líghts”", confidence: 0.971, corners: [[0, 1], [0.09, 0.0012], [0.88, 0.099], [0.0007, 0]],
    contrast: 1)

  private func isRefused(_ bytes: [UInt8]) -> Bool {
    do throws(ImagingClientError) {
      _ = try ReplyReader.reply(in: bytes)
      return false
    } catch { return true }
  }

  @Test(arguments: [
    ImagingReply.picture(picture), .artwork(artwork), .failure(.unsupported, detail: "HEIC"),
    .failure(.emptyFile, detail: ""), .study(picture, features: features, barcodes: []),
    .study(picture, features: features, barcodes: barcodes),
    .study(picture, features: features, barcodes: [], parts: [part, part]),
    .study(
      picture, features: features, barcodes: [], taken: TakenTime(milliseconds: 1_795_600_000_250, isAbsolute: true)),
    .study(
      picture, features: features, barcodes: barcodes,
      taken: TakenTime(milliseconds: 631_065_600_000, isAbsolute: false)),
    .cover(features: features), .matches([]),
    .matches([match, unseen]), .comparison(features: features, match), .lines([]), .lines([line, line]),
  ])
  func `what is sent is what is read`(reply: ImagingReply) throws {
    #expect(try ReplyReader.reply(in: reply.encoded) == reply)
  }

  @Test func `a detail is cut and made printable`() throws {
    let detail = "\u{1B}[31mred\n" + String(repeating: "é", count: 300)
    guard
      case .failure(_, let read) = try ReplyReader.reply(in: ImagingReply.failure(.broken, detail: detail).encoded)
    else { return }
    #expect(read.utf8.count == 200)
    #expect(read.hasPrefix("?[31mred?"))
  }

  @Test func `every cut of a reply is refused`() {
    let whole = ImagingReply.artwork(Self.artwork).encoded
    for length in Array(0..<200) + Array(stride(from: 200, to: whole.count, by: 997)) {
      #expect(isRefused(Array(whole.prefix(length))))
    }
    #expect(isRefused(whole + [0]))
  }

  @Test func `another version, magic or kind is refused`() {
    let whole = ImagingReply.failure(.broken, detail: "x").encoded
    for place in 0..<7 {
      var other = whole
      other[place] &+= 100
      #expect(isRefused(other))
    }
  }

  @Test func `a picture of another size than it should have is refused`() {
    var small = Self.picture
    small.jpeg = SampleJPEG.fields(width: 1000, height: 1024)
    #expect(isRefused(ImagingReply.picture(small).encoded))
    small.width = 1000
    #expect(isRefused(ImagingReply.picture(small).encoded))
  }

  @Test func `a payload with metadata, or that is no JPEG, is refused`() {
    let jpeg = Array(Self.picture.jpeg)
    for payload in [
      SampleJPEG.turned(1, jpeg), SampleJPEG.inserting(marker: 0xFE, [1], into: jpeg),
      SampleJPEG.inserting(marker: 0xED, [1], into: jpeg), jpeg + Array("more".utf8), jpeg.dropLast() + [0],
      Array("<script>".utf8), [],
    ] {
      var picture = Self.picture
      picture.jpeg = payload
      #expect(isRefused(ImagingReply.picture(picture).encoded))
    }
  }

  @Test(arguments: [0, 631_065_599_999, 4_134_067_201_000, 4_294_967_295_000])
  func `a time at which no photo was taken is refused`(milliseconds: Int) {
    let taken = TakenTime(milliseconds: milliseconds, isAbsolute: true)
    #expect(
      isRefused(ImagingReply.study(Self.picture, features: Self.features, barcodes: [], taken: taken).encoded))
  }

  @Test func `a time without a kind, or of a kind that is none, is refused`() {
    let plain = ImagingReply.study(Self.picture, features: Self.features, barcodes: []).encoded
    for (place, byte) in [(12, 3), (12, 1), (8, 1), (4, 1)] as [(Int, UInt8)] {
      var other = plain
      other[other.count - place] = byte
      #expect(isRefused(other))
    }
  }

  @Test(arguments: [
    "", "two\nlines", "\u{1B}[31m", "\u{202E}abc", "zero\u{200B}width", "soft\u{AD}hyphen", "한글", "か\u{3099}",
    "\u{3000}", "\0",
    String(repeating: "é", count: 201),
  ])
  func `a line of text that could be more than text is refused`(text: String) {
    var line = Self.line
    line.text = text
    #expect(isRefused(ImagingReply.lines([Self.line, line]).encoded))
  }

  @Test(arguments: ["Łódź", "ΧΕΙΜΩΝΑΣ", "「冬の手紙」", "ロケット・パレード〜", "々〆〇", "Ẹ"])
  func `what the models read is text`(text: String) throws {
    var line = Self.line
    line.text = text
    #expect(!isRefused(ImagingReply.lines([line]).encoded))
  }

  @Test func `a line of text that isn't UTF-8 is refused`() throws {
    var bytes = ImagingReply.lines([Self.line]).encoded
    let place = try #require(bytes.firstIndex(of: UInt8(ascii: "H")))
    bytes[place] = 0xFF
    #expect(isRefused(bytes))
  }

  @Test func `a line of text outside of its picture, surer than sure, or one too many is refused`() {
    var line = Self.line
    line.corners[1].y = 1.0001
    #expect(isRefused(ImagingReply.lines([line]).encoded))
    line = Self.line
    line.confidence = 1.001
    #expect(isRefused(ImagingReply.lines([line]).encoded))
    line = Self.line
    line.contrast = 1.001
    #expect(isRefused(ImagingReply.lines([line]).encoded))
    #expect(!isRefused(ImagingReply.lines(Array(repeating: Self.line, count: ImagingReply.mostLines)).encoded))
    #expect(isRefused(ImagingReply.lines(Array(repeating: Self.line, count: ImagingReply.mostLines + 1)).encoded))
  }

  @Test func `features that don't add up are refused`() {
    for features in [
      Self.features.dropLast(), Self.features + [0], [], [0, 0] + Self.features.dropFirst(2),
      Self.features.prefix(4) + [2, 0] + Self.features.dropFirst(6),
      Self.features.prefix(24) + [3] + Self.features.dropFirst(25),
      [128, 2, 224, 1, 185, 11, 0, 0] + Self.noSleeve + [240, 241]
        + [UInt8](repeating: 0, count: 3001 * 132 + 240 * 241),
    ] as [[UInt8]] {
      #expect(isRefused(ImagingReply.cover(features: Array(features)).encoded))
      #expect(isRefused(ImagingReply.study(Self.picture, features: Array(features), barcodes: []).encoded))
    }
  }

  @Test(arguments: [
    ["2900000000019"], ["290000000001"], ["29000000000180"], ["29000000000 8"], ["290000000001٨"], [""],
    ["96385074", "<script>"], [String](repeating: "96385074", count: 9),
  ])
  func `a barcode that can't be is refused`(barcodes: [String]) {
    let study = ImagingReply.study(Self.picture, features: Self.features, barcodes: barcodes)
    #expect(isRefused(study.encoded))
  }

  private static let part: [SIMD2<Double>] = [[0, 0.0012], [0.5, 0], [0.4999, 1], [0.01, 0.97]]

  @Test func `a part of a photo that can't be is refused`() {
    func isRefused(_ parts: [[SIMD2<Double>]]) -> Bool {
      self.isRefused(ImagingReply.study(Self.picture, features: Self.features, barcodes: [], parts: parts).encoded)
    }
    #expect(!isRefused([[SIMD2<Double>]](repeating: Self.part, count: 16)))
    #expect(isRefused([Self.part]))
    #expect(isRefused([[SIMD2<Double>]](repeating: Self.part, count: 17)))
    #expect(isRefused([Self.part, Array(Self.part.dropLast())]))
    #expect(isRefused([Self.part, Self.part.map { $0 + [0, 0.0002] }]))
  }

  @Test func `a match that can't be is refused`() {
    func isRefused(_ change: (inout CoverSighting) -> Void) -> Bool {
      var match = Self.match
      change(&match)
      return self.isRefused(ImagingReply.matches([match]).encoded)
    }
    #expect(!isRefused { _ in })
    #expect(isRefused { $0.inliers = 3001 })
    #expect(isRefused { $0.cells = 17 })
    #expect(isRefused { $0.similarity = 1.01 })
    #expect(isRefused { $0.corners = [] })
    #expect(isRefused { $0.corners.removeLast() })
    #expect(isRefused { $0.corners[1].y = 100.0001 })
    #expect(!isRefused { ($0.finding, $0.corners) = (.undecided, []) })
  }

  @Test func `a request is read again, and nothing else is`() {
    let request = MatchRequest(photo: Self.features, covers: [[1, 2, 3], []])
    let bytes = request.encoded
    #expect(bytes.withUnsafeBytes { MatchRequest(encoded: $0) } == request)
    for length in 0..<bytes.count where ![4 + 4 + Self.features.count, bytes.count - 4].contains(length) {
      #expect(bytes.prefix(length).withUnsafeBytes { MatchRequest(encoded: $0) } == nil, "\(length)")
    }
    #expect(([0] + bytes).withUnsafeBytes { MatchRequest(encoded: $0) } == nil)
    var long = bytes
    long.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(long.withUnsafeBytes { MatchRequest(encoded: $0) } == nil)
  }

  @Test func `a length beyond the end is refused without reading there`() {
    var bytes = ImagingReply.failure(.broken, detail: "x").encoded
    bytes.replaceSubrange(7..<11, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(isRefused(bytes))
    bytes.replaceSubrange(7..<11, with: [199, 0, 0, 0])
    #expect(isRefused(bytes))
  }

  @Test func `noise is refused`() {
    var random = SeededGenerator(seed: 11)
    let whole = ImagingReply.picture(Self.picture).encoded
    for _ in 0..<300 {
      var noisy = whole
      for _ in 0..<4 { noisy[Int.random(in: 0..<120, using: &random)] = UInt8.random(in: 0...255, using: &random) }
      // Some changes are no lie: another digest, another note. What is read then is within its bounds.
      if case .picture(let picture) = try? ReplyReader.reply(in: noisy) {
        #expect(picture.width == 1024 && picture.sourceDigest.utf8.count == 64)
      }
    }
  }
}
