import CLinux
import FoundationEssentials
import ImagingProtocol
import SystemPackage

@testable import Covers
@testable import Imaging
@testable import ImagingClient

/// An entry to the code that reads what strangers wrote.
enum Target: String, CaseIterable {
  case jpeg, png, webp, heif, gif, icc, exif, match, features, covers, reply
  // What is text, more or less.
  case answers, models, catalogue, headers, settings, sidecar, table, tags, ending, album, words, mpd

  /// Larger pictures take so long that little would be tried; their heads are read all the same.
  private static let mostPixels = 1 << 20

  func read(_ bytes: UnsafeRawBufferPointer) {
    // A library is right to expect a pointer.
    guard bytes.baseAddress != nil else { return }
    switch self {
    case .jpeg: decode(bytes) { () throws(ImagingError) in try JPEGDecoder(bytes) }
    case .png: decode(bytes) { () throws(ImagingError) in try PNGDecoder(bytes) }
    case .webp: decode(bytes) { () throws(ImagingError) in try WebPDecoder(bytes) }
    case .gif: decode(bytes) { () throws(ImagingError) in try GIFDecoder(bytes) }
    case .heif:
      if let layout = HEVCLayout(bytes) {
        decode(bytes) { () throws(ImagingError) in try HEVCDecoder(layout, in: bytes) }
      }
      decode(bytes) { () throws(ImagingError) in try HEIFDecoder(bytes) }
    case .icc: convert(Array(bytes))
    case .exif:
      _ = Orientation.of(tiff: bytes)
      _ = Orientation.of(jpeg: bytes)
      _ = (JPEGSegments.profile(in: bytes), Orientation.inTexts(ofPNG: bytes), MendedJPEG(bytes).dropZeros())
      _ = HEIFDecoder.still(ofSequence: bytes)
    case .match:
      guard let request = MatchRequest(encoded: bytes), let photo = Features(encoded: request.photo) else { return }
      for cover in request.covers.prefix(4) {
        if let cover = Features(encoded: cover) { _ = CoverMatch(of: cover, in: photo) }
      }
    case .features:
      guard let features = Features(encoded: bytes) else { return }
      _ = CoverMatch(of: features, in: features)
    case .covers: open(bytes)
    case .reply: _ = try? ReplyReader.reply(in: Array(bytes))
    case .answers, .models, .catalogue, .headers, .settings, .sidecar, .table, .tags, .ending, .album, .words, .mpd:
      readText(bytes)
    }
  }

  private func decode(_ bytes: UnsafeRawBufferPointer, _ open: () throws(ImagingError) -> any ImageDecoder) {
    guard let decoder = try? open(), decoder.width * decoder.height <= Self.mostPixels else { return }
    for side in [64, 1024] {
      guard let decoded = try? decoder.decoded(shortSideAtLeast: side) else { continue }
      let small = decoded.image.resized(decoded.image.middle, toWidth: 64, height: 64)
      guard let picture = try? small.inSRGB(from: decoded.profile) else { continue }
      _ = picture.turned(decoded.orientation)
    }
    show(bytes)
  }

  /// What becomes of a picture in the jobs of the imaging program. A square of 1024 pixels takes long.
  private func show(_ bytes: UnsafeRawBufferPointer) {
    _ = try? CoverArtwork(ofCover: bytes)
    _ = try? RGBPicture(ofCover: bytes, longSide: 256)
    if let gray = try? GrayPicture(ofCover: bytes, longSide: 128) {
      _ = try? Features(ofCover: gray.samples, width: gray.width, height: gray.height)
    }
    if bytes.count.isMultiple(of: 16) { _ = try? CoverPicture(ofPhoto: bytes, grayLongSide: 128, closeUpSide: 128) }
  }

  private func convert(_ profile: [UInt8]) {
    for space in [ColorTransform.Space.gray, .rgb, .cmyk] {
      guard let transform = ColorTransform(.icc(profile), from: [space]) else { continue }
      var pixels = [UInt8](repeating: 77, count: 256 * 4)
      pixels.withUnsafeMutableBufferPointer { pixels in
        guard let start = pixels.baseAddress else { return }
        let target = UnsafeMutablePointer<UInt8>.allocate(capacity: 256 * 3)
        transform.convert(start, to: target, count: 256)
        target.deallocate()
      }
    }
  }

  /// A file without a name, as the index is one with.
  private func open(_ bytes: UnsafeRawBufferPointer) {
    let number = clinux_memory_file("covers")
    guard number >= 0 else { return }
    let file = FileDescriptor(rawValue: number)
    defer { try? file.close() }
    guard (try? file.writeAll(bytes)) != nil else { return }
    guard let index = try? CoverIndex(at: FilePath("/proc/self/fd/\(number)")) else { return }
    for number in index.covers.indices.prefix(8) {
      guard let features = index.features(of: number) else { continue }
      _ = index.candidates(for: features, most: 4)
    }
  }
}
