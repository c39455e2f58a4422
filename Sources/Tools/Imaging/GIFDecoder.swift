internal import CGIF
internal import Glibc

/// Decodes the first picture of a GIF, through giflib. The bytes must outlive it.
final class GIFDecoder: ImageDecoder {
  let width: Int
  let height: Int

  /// The bytes that giflib hasn't read yet.
  private final class Source {
    var rest: UnsafeRawBufferPointer
    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }
  }

  private let source: Source
  private let gif: UnsafeMutablePointer<GifFileType>
  /// The index of the transparent color, or -1.
  private let transparent: Int

  init(_ file: UnsafeRawBufferPointer) throws(ImagingError) {
    let source = Source(file)
    self.source = source
    var code: Int32 = 0
    let opened = DGifOpen(
      Unmanaged.passUnretained(source).toOpaque(),
      { gif, target, count in
        guard let gif, let target, let data = gif.pointee.UserData else { return 0 }
        let source = Unmanaged<Source>.fromOpaque(data).takeUnretainedValue()
        let piece = source.rest.prefix(Int(max(0, count)))
        UnsafeMutableRawBufferPointer(start: target, count: piece.count).copyBytes(from: piece)
        source.rest = UnsafeRawBufferPointer(rebasing: source.rest.dropFirst(piece.count))
        return Int32(piece.count)
      }, &code)
    guard let gif = opened else { throw Self.error(code) }
    do throws(ImagingError) { transparent = try Self.findPicture(in: gif) } catch {
      DGifCloseFile(gif, nil)
      throw error
    }
    self.gif = gif
    (width, height) = (Int(gif.pointee.Image.Width), Int(gif.pointee.Image.Height))
    try ImageFile.demand(width: width, height: height)
  }

  deinit { DGifCloseFile(gif, nil) }

  /// Reads up to the first picture's descriptor, and returns the transparent color.
  private static func findPicture(in gif: UnsafeMutablePointer<GifFileType>) throws(ImagingError) -> Int {
    var transparent = -1
    var record = UNDEFINED_RECORD_TYPE
    while DGifGetRecordType(gif, &record) == GIF_OK {
      switch record {
      case IMAGE_DESC_RECORD_TYPE:
        guard DGifGetImageDesc(gif) == GIF_OK else { throw error(gif.pointee.Error) }
        return transparent
      case EXTENSION_RECORD_TYPE:
        if let color = try transparentColor(in: gif) { transparent = color }
      default: throw .broken("it contains no picture")
      }
    }
    throw error(gif.pointee.Error)
  }

  /// Reads one extension to its end (GIF89a, 23).
  private static func transparentColor(in gif: UnsafeMutablePointer<GifFileType>) throws(ImagingError) -> Int? {
    var label: Int32 = 0
    var block: UnsafeMutablePointer<GifByteType>?
    guard DGifGetExtension(gif, &label, &block) == GIF_OK else { throw error(gif.pointee.Error) }
    var transparent: Int?
    while let bytes = block {
      if label == GRAPHICS_EXT_FUNC_CODE, bytes[0] == 4, bytes[1] & 1 != 0 { transparent = Int(bytes[4]) }
      guard DGifGetExtensionNext(gif, &block) == GIF_OK else { throw error(gif.pointee.Error) }
    }
    return transparent
  }

  func decoded(shortSideAtLeast side: Int) throws(ImagingError) -> DecodedImage {
    let tile = ImageFile.divisor(width: width, height: height, shortSideAtLeast: side)
    let averager = BlockAverager(width: width, height: height, channels: 3, tile: tile)
    let colors = try palette()
    let indices = UnsafeMutablePointer<GifPixelType>.allocate(capacity: width)
    let row = UnsafeMutablePointer<UInt8>.allocate(capacity: width * 3)
    defer {
      indices.deallocate()
      row.deallocate()
    }
    let isInterlaced = gif.pointee.Image.Interlace
    // GIF89a, appendix E.
    let passes = isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
    for (first, step) in passes {
      for y in stride(from: first, to: height, by: step) {
        guard DGifGetLine(gif, indices, Int32(width)) == GIF_OK else {
          if isInterlaced || y == 0 { throw Self.error(gif.pointee.Error) }
          return DecodedImage(image: try averager.image(rows: y), flaws: source.rest.isEmpty ? .truncated : .damaged)
        }
        for x in 0..<width {
          let color = colors[Int(indices[x])]
          (row[x * 3], row[x * 3 + 1], row[x * 3 + 2]) = (color.Red, color.Green, color.Blue)
        }
        averager.add(row, y: y)
      }
    }
    return DecodedImage(image: try averager.image(rows: height))
  }

  /// Always 256 colors; white for transparent.
  private func palette() throws(ImagingError) -> [GifColorType] {
    guard let map = gif.pointee.Image.ColorMap ?? gif.pointee.SColorMap else { throw .broken("it has no colors") }
    var colors = [GifColorType](repeating: GifColorType(Red: 0, Green: 0, Blue: 0), count: 256)
    for index in 0..<min(256, Int(map.pointee.ColorCount)) { colors[index] = map.pointee.Colors[index] }
    if colors.indices.contains(transparent) { colors[transparent] = GifColorType(Red: 255, Green: 255, Blue: 255) }
    return colors
  }

  private static func error(_ code: Int32) -> ImagingError {
    if code == D_GIF_ERR_NOT_ENOUGH_MEM { return .outOfMemory }
    return .broken(GifErrorString(code).map { String(cString: $0) } ?? "its data is invalid")
  }
}
