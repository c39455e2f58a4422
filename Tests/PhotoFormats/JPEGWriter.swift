internal import CTurboJPEG

/// JPEGs in every sampling of chroma, through TurboJPEG.
package struct JPEGWriter {
  /// How many columns and rows share a sample of chroma.
  package enum Sampling: UInt32, CaseIterable, Sendable {
    case none = 0
    case columns, both, gray, rows, fourColumns
  }

  package var sampling = Sampling.both
  package var isProgressive = false
  /// As Photoshop writes it: 255 is no ink.
  package var isCMYK = false
  /// 1 to 100.
  package var quality = 90
  package var profile: [UInt8]?

  package init(_ sampling: Sampling = .both) { self.sampling = sampling }

  package func jpeg(of pixels: Pixels) throws(WritingFailure) -> [UInt8] {
    guard let compressor = tjInitCompress() else { throw WritingFailure(description: "TurboJPEG didn't start") }
    defer { tjDestroy(compressor) }
    var buffer: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    defer { tjFree(buffer) }
    // Opaque, alpha is an ink that isn't there.
    let result = tjCompress2(
      compressor, pixels.rgba, Int32(pixels.width), 0, Int32(pixels.height),
      Int32((isCMYK ? TJPF_CMYK : TJPF_RGBX).rawValue), &buffer, &size, Int32(sampling.rawValue), Int32(quality),
      isProgressive ? TJFLAG_PROGRESSIVE : 0)
    guard result == 0, let buffer else {
      throw WritingFailure(description: String(cString: tjGetErrorStr2(compressor)))
    }
    let jpeg = Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
    guard let profile else { return jpeg }
    let segment = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
    return Array(jpeg.prefix(2)) + [0xFF, 0xE2] + big(segment.count + 2, 2) + segment + jpeg.dropFirst(2)
  }
}
