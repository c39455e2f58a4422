internal import CWebP

/// WebPs, through libwebp and a container of our own (WebP Container Specification).
package struct WebPWriter {
  package var isLossless = false
  /// 0 to 100.
  package var quality: Float = 90
  package var profile: [UInt8]?
  package var exif: [UInt8]?

  package init(isLossless: Bool = false) { self.isLossless = isLossless }

  package func webp(of pixels: Pixels) throws(WritingFailure) -> [UInt8] {
    let plain = try encoded(pixels)
    if profile == nil && exif == nil { return plain }
    let flags = (profile == nil ? 0 : 0x20) | (exif == nil ? 0 : 0x08) | (pixels.hasAlpha ? 0x10 : 0)
    var body = header(flags, pixels)
    if let profile { body += Self.chunk("ICCP", profile) }
    body += picture(in: plain)
    if let exif { body += Self.chunk("EXIF", exif) }
    return Self.file(body)
  }

  /// One picture after the other, a tenth of a second each.
  package func animation(of frames: [Pixels]) throws(WritingFailure) -> [UInt8] {
    guard let first = frames.first else { throw WritingFailure(description: "an animation of nothing") }
    var body = header(0x02, first) + Self.chunk("ANIM", [255, 255, 255, 255, 0, 0])
    for frame in frames {
      var place: [UInt8] = little(0, 6) + little(frame.width - 1, 3) + little(frame.height - 1, 3)
      place += little(100, 3) + [0x02]
      body += Self.chunk("ANMF", place + picture(in: try encoded(frame)))
    }
    return Self.file(body)
  }

  private func encoded(_ pixels: Pixels) throws(WritingFailure) -> [UInt8] {
    var output: UnsafeMutablePointer<UInt8>?
    let (width, height) = (Int32(pixels.width), Int32(pixels.height))
    let size: Int
    if pixels.hasAlpha {
      size =
        isLossless
        ? WebPEncodeLosslessRGBA(pixels.rgba, width, height, width * 4, &output)
        : WebPEncodeRGBA(pixels.rgba, width, height, width * 4, quality, &output)
    } else {
      var rgb = [UInt8](repeating: 0, count: pixels.width * pixels.height * 3)
      for index in rgb.indices { rgb[index] = pixels.rgba[index / 3 * 4 + index % 3] }
      size =
        isLossless
        ? WebPEncodeLosslessRGB(rgb, width, height, width * 3, &output)
        : WebPEncodeRGB(rgb, width, height, width * 3, quality, &output)
    }
    defer { WebPFree(output) }
    guard size > 0, let output else { throw WritingFailure(description: "libwebp encodes nothing") }
    return Array(UnsafeBufferPointer(start: output, count: size))
  }

  private func header(_ flags: Int, _ pixels: Pixels) -> [UInt8] {
    Self.chunk("VP8X", little(flags, 4) + little(pixels.width - 1, 3) + little(pixels.height - 1, 3))
  }

  /// The chunks of the picture itself, with their names.
  private func picture(in file: [UInt8]) -> [UInt8] {
    let isExtended = file[12..<16].elementsEqual("VP8X".utf8)
    return Array(file.dropFirst(isExtended ? 30 : 12))
  }

  private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(body.count, 4) + body + (body.count % 2 == 0 ? [] : [0])
  }

  private static func file(_ body: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + little(body.count + 4, 4) + Array("WEBP".utf8) + body
  }
}
