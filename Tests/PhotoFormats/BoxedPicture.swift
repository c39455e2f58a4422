/// One coded picture in boxes that libheif wouldn't write (ISO/IEC 23008-12, 6 and 7; ISO/IEC 14496-12, 8).
package struct BoxedPicture {
  private let codec: HEIFWriter.Codec
  private let size: (width: Int, height: Int)
  private let configuration: [UInt8]
  private let media: [UInt8]

  package init(_ codec: HEIFWriter.Codec, of pixels: Pixels) throws(WritingFailure) {
    self.codec = codec
    size = (pixels.width, pixels.height)
    let file = try HEIFWriter(codec).heif(of: pixels)
    configuration = try GridWriter.box(codec == .hevc ? "hvcC" : "av1C", in: file, isWhole: true)
    media = try GridWriter.box("mdat", in: file, isWhole: false)
  }

  /// As an item with properties in the given order, the size among them.
  package func item(
    _ kind: String? = nil, brands: [String]? = nil, before: [[UInt8]] = [], behind: [[UInt8]] = []
  ) -> [UInt8] {
    let declared = Self.box("ispe", big(0, 4) + big(size.width, 4) + big(size.height, 4))
    let properties = [configuration] + before + [declared] + behind
    let links = big(0, 4) + big(1, 4) + big(1, 2) + [UInt8(properties.count)] + (1...properties.count).map(UInt8.init)
    let name = Array((kind ?? (codec == .hevc ? "hvc1" : "av01")).utf8)
    let info = Self.box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + name + [0])
    let parts = [
      Self.box("hdlr", big(0, 8) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13)),
      Self.box("pitm", big(0, 4) + big(1, 2)),
      Self.box("iloc", [1, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1] + big(0, 4) + big(media.count, 4)),
      Self.box("iinf", big(0, 4) + big(1, 2) + info),
      Self.box("iprp", Self.box("ipco", Array(properties.joined())) + Self.box("ipma", links)),
      Self.box("idat", media),
    ]
    let still = codec == .hevc ? "heic" : "avif"
    return start(brands ?? [still, "mif1", still]) + Self.box("meta", big(0, 4) + parts.joined())
  }

  /// As the first of a track's pictures, with no item beside it. `matrix` are a, b, c, and d of the track's header.
  package func sequence(matrix: [Int] = [1, 0, 0, 1]) -> [UInt8] {
    let (brand, entry) = codec == .hevc ? ("hevc", "hvc1") : ("avis", "av01")
    let head = start([brand, "msf1", "iso8"])
    let described =
      [UInt8](repeating: 0, count: 24) + big(size.width, 2) + big(size.height, 2) + [UInt8](repeating: 0, count: 50)
    func fixed(_ number: Int) -> [UInt8] { big((number & 0xFFFF) << 16, 4) }
    let turned =
      fixed(matrix[0]) + fixed(matrix[1]) + big(0, 4) + fixed(matrix[2]) + fixed(matrix[3]) + big(0, 4) + big(0, 8)
    let header = [UInt8](repeating: 0, count: 40) + turned + big(0x4000_0000, 4) + big(0, 8)
    func movie(_ place: Int) -> [UInt8] {
      let table =
        Self.box("stsd", big(0, 4) + big(1, 4) + Self.box(entry, described + configuration))
        + Self.box("stsz", big(0, 4) + big(0, 4) + big(2, 4) + big(media.count, 4) + big(4, 4))
        + Self.box("stco", big(0, 4) + big(1, 4) + big(place, 4))
      let media =
        Self.box("hdlr", big(0, 8) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
        + Self.box("minf", Self.box("stbl", table))
      return Self.box("moov", Self.box("trak", Self.box("tkhd", header) + Self.box("mdia", media)))
    }
    return head + movie(head.count + movie(0).count + 8) + Self.box("mdat", media + big(0, 4))
  }

  package static func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
    big(body.count + 8, 4) + Array(name.utf8) + body
  }

  /// A rectangle of whole pixels, around a middle that lies so far from the picture's.
  package static func cleanAperture(_ width: Int, _ height: Int, right: Int, down: Int) -> [UInt8] {
    box("clap", [width, height, right, down].flatMap { big($0 & 0xFFFF_FFFF, 4) + big(1, 4) })
  }

  private func start(_ brands: [String]) -> [UInt8] {
    Self.box("ftyp", Array(brands[0].utf8) + big(0, 4) + brands.dropFirst().flatMap { Array($0.utf8) })
  }
}
