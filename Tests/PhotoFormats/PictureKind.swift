/// A way to store a picture: its format, how much of the color it keeps, and how it is laid out.
package enum PictureKind: CaseIterable, Sendable {
  case jpeg444, jpeg422, jpeg420, jpegGray, jpeg440, jpeg411, progressive, cmyk
  case png, pngGray, pngPalette, pngDeep
  case webp, webpLossless, webpClear
  case gif, heic420, heic422, heic444, heicGrid, avif420, avif444

  /// With a profile if the kind has a place for one.
  package func bytes(of pixels: Pixels, _ profile: Profiles?) throws(WritingFailure) -> [UInt8] {
    let icc = profile?.bytes
    switch self {
    case .jpeg444, .jpeg422, .jpeg420, .jpegGray, .jpeg440, .jpeg411, .progressive, .cmyk:
      let samplings: [PictureKind: JPEGWriter.Sampling] = [
        .jpeg444: .none, .jpeg422: .columns, .jpegGray: .gray, .jpeg440: .rows, .jpeg411: .fourColumns,
      ]
      var writer = JPEGWriter(samplings[self] ?? .both)
      (writer.isProgressive, writer.isCMYK, writer.profile) = (self == .progressive, self == .cmyk, icc)
      return try writer.jpeg(of: pixels)
    case .png, .pngGray, .pngPalette, .pngDeep:
      let colors: [PictureKind: PNGWriter.Color] = [.pngGray: .gray, .pngPalette: .palette, .pngDeep: .rgba]
      var writer = PNGWriter(colors[self] ?? .rgb, depth: self == .pngDeep ? 16 : self == .pngGray ? 2 : 8)
      writer.isInterlaced = self == .pngPalette || self == .pngDeep
      if let icc { writer.chunks = [("iCCP", Array("profile\0\0".utf8) + PNGWriter.zlib(icc))] }
      return writer.png(of: self == .pngDeep ? pixels.clear : pixels)
    case .webp, .webpLossless, .webpClear:
      var writer = WebPWriter(isLossless: self == .webpLossless)
      writer.profile = icc
      return try writer.webp(of: self == .webpClear ? pixels.clear : pixels)
    case .gif:
      var writer = GIFWriter()
      writer.isInterlaced = pixels.height.isMultiple(of: 2)
      return writer.gif(of: [pixels])
    case .heic420, .heic422, .heic444, .heicGrid, .avif420, .avif444:
      var writer = HEIFWriter(self == .avif420 || self == .avif444 ? .av1 : .hevc)
      writer.chroma = self == .heic422 ? "422" : self == .heic444 || self == .avif444 ? "444" : "420"
      if self == .heicGrid {
        var grid = GridWriter()
        (grid.encoder, grid.tile) = (writer, 64)
        return try grid.heic(of: pixels)
      }
      writer.profile = icc
      return try writer.heif(of: pixels)
    }
  }
}

extension Pixels {
  /// More and more to be seen through.
  fileprivate var clear: Pixels {
    var pixels = self
    pixels.setAlpha { x, _ in UInt8(x & 255) }
    return pixels
  }
}
