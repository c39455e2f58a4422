import Testing

@testable import Darkroom

@Suite struct ReplyReaderTests {
  private static let digest = String(repeating: "0123456789abcdef", count: 4)
  private static let picture = ImagingReply.Picture(
    width: 1024, height: 1024, sourceWidth: 4000, sourceHeight: 3000, sourceFormat: "HEIC", notes: [.truncated],
    sourceDigest: digest,
    jpeg: SampleJPEG.fields(width: 1024, height: 1024))
  private static let artwork = ImagingReply.Artwork(
    width: 500, height: 400, jpeg: SampleJPEG.fields(width: 500, height: 400),
    thumbnail: SampleJPEG.fields(width: 200, height: 200))

  private func isRefused(_ bytes: [UInt8]) -> Bool {
    do throws(ReplyReader.Nonsense) {
      _ = try ReplyReader.reply(in: bytes)
      return false
    } catch { return true }
  }

  @Test(arguments: [
    ImagingReply.picture(picture), .artwork(artwork), .complaint(.unsupported, detail: "HEIC"),
    .complaint(.emptyFile, detail: ""),
  ])
  func `what is sent is what is read`(reply: ImagingReply) throws {
    #expect(try ReplyReader.reply(in: reply.encoded) == reply)
  }

  @Test func `a detail is cut and made printable`() throws {
    let detail = "\u{1B}[31mred\n" + String(repeating: "é", count: 300)
    guard
      case .complaint(_, let read) = try ReplyReader.reply(in: ImagingReply.complaint(.broken, detail: detail).encoded)
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
    let whole = ImagingReply.complaint(.broken, detail: "x").encoded
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
    for payload in [
      SampleJPEG.turned(1, Self.picture.jpeg), SampleJPEG.inserting(marker: 0xFE, [1], into: Self.picture.jpeg),
      SampleJPEG.inserting(marker: 0xED, [1], into: Self.picture.jpeg), Self.picture.jpeg + Array("more".utf8),
      Self.picture.jpeg.dropLast() + [0], Array("<script>".utf8), [],
    ] {
      var picture = Self.picture
      picture.jpeg = payload
      #expect(isRefused(ImagingReply.picture(picture).encoded))
    }
  }

  @Test func `a length beyond the end is refused without reading there`() {
    var bytes = ImagingReply.complaint(.broken, detail: "x").encoded
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
