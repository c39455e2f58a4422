internal import CHeif

/// Pixels that libheif decoded.
struct HEIFImage: ~Copyable {
  private let heif: cheif_functions
  private let image: OpaquePointer

  init(
    _ heif: cheif_functions, _ handle: OpaquePointer, _ space: heif_colorspace, _ chroma: heif_chroma, _ format: String
  ) throws(ImagingError) {
    var image: OpaquePointer?
    let result = heif.decode_image(handle, &image, space, chroma, nil)
    guard result.code == heif_error_Ok, let image else { throw HEIFDecoder.error(result, format) }
    (self.heif, self.image) = (heif, image)
  }

  deinit { heif.image_release(image) }

  /// Nil if there are no pixels.
  var size: (width: Int, height: Int)? {
    (plane(heif_channel_Y) ?? plane(heif_channel_interleaved)).map { ($0.width, $0.height) }
  }

  /// The decoder found invalid data and continued.
  var hasWarnings: Bool { heif.image_get_decoding_warnings(image, 0, nil, 0) > 0 }

  /// Nil unless the picture consists of luma and chroma.
  func planes(tile: Int) throws(ImagingError) -> PlanarImage? {
    let space = heif.image_get_colorspace(image)
    guard let color = codedColor, let luma = plane(heif_channel_Y) else { return nil }
    guard space == heif_colorspace_YCbCr || space == heif_colorspace_monochrome else { return nil }
    let picture: PlanarImage
    if space == heif_colorspace_YCbCr, let blue = plane(heif_channel_Cb), let red = plane(heif_channel_Cr) {
      guard blue.width == red.width, blue.height == red.height else { throw .broken("its planes don't fit") }
      let small = luma.reduced(by: tile)
      picture = PlanarImage(
        chromaColumns: blue.width < luma.width ? 2 : 1,
        chromaRows: blue.height < luma.height ? 2 : 1, luma: small, blue: blue.reduced(by: tile),
        red: red.reduced(by: tile))
    } else {
      picture = PlanarImage(gray: luma.reduced(by: tile))
    }
    color.makeJPEGs(picture)
    if let alpha = plane(heif_channel_Alpha), alpha.width == luma.width, alpha.height == luma.height {
      picture.layOnWhite(alpha.reduced(by: tile))
    }
    return picture
  }

  /// For pictures with red, green, blue, and alpha in one plane.
  func flattened(tile: Int) throws(ImagingError) -> PlanarImage {
    guard let pixels = plane(heif_channel_interleaved), pixels.stride >= pixels.width * 4 else {
      throw .broken("it has no pixels")
    }
    let averager = BlockAverager(width: pixels.width, height: pixels.height, channels: 3, tile: tile)
    let row = UnsafeMutablePointer<UInt8>.allocate(capacity: pixels.width * 3)
    defer { row.deallocate() }
    for y in 0..<pixels.height {
      let source = (pixels.samples + y * pixels.stride).assumingMemoryBound(to: UInt8.self)
      for x in 0..<pixels.width {
        let alpha = UInt32(source[x * 4 + 3])
        for channel in 0..<3 {
          row[x * 3 + channel] = UInt8((UInt32(source[x * 4 + channel]) * alpha + 255 * (255 - alpha) + 127) / 255)
        }
      }
      averager.add(row, y: y)
    }
    return try averager.image(rows: pixels.height)
  }

  private var codedColor: CodedColor? {
    var nclx: UnsafeMutablePointer<heif_color_profile_nclx>?
    guard heif.image_get_nclx_color_profile(image, &nclx).code == heif_error_Ok, let nclx else { return .jpeg }
    defer { heif.nclx_color_profile_free(nclx) }
    return CodedColor(
      matrix: nclx.pointee.matrix_coefficients.rawValue, isFullRange: nclx.pointee.full_range_flag != 0)
  }

  private func plane(_ channel: heif_channel) -> SamplePlane? {
    guard heif.image_has_channel(image, channel) != 0 else { return nil }
    var stride: Int32 = 0
    guard let samples = heif.image_get_plane_readonly(image, channel, &stride) else { return nil }
    let (width, height) = (heif.image_get_width(image, channel), heif.image_get_height(image, channel))
    let bits = channel == heif_channel_interleaved ? 8 : heif.image_get_bits_per_pixel_range(image, channel)
    guard width > 0, height > 0, (8...16).contains(bits), stride >= (bits > 8 ? 2 : 1) * width else { return nil }
    return SamplePlane(
      samples: UnsafeRawPointer(samples), width: Int(width), height: Int(height), stride: Int(stride), bits: Int(bits))
  }
}

extension PlanarImage {
  /// In place. `alpha` has the size of the luma; 255 is opaque.
  func layOnWhite(_ alpha: borrowing Plane) {
    func lay(_ plane: borrowing Plane, on paper: UInt32, _ columns: Int, _ rows: Int) {
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          let (column, row) = (min(x * columns, alpha.width - 1), min(y * rows, alpha.height - 1))
          let cover = UInt32(alpha.samples[row * alpha.width + column])
          let place = plane.samples + y * plane.width + x
          place.pointee = UInt8((UInt32(place.pointee) * cover + paper * (255 - cover) + 127) / 255)
        }
      }
    }
    lay(luma, on: 255, 1, 1)
    guard blue.width > 1 else { return }
    lay(blue, on: 128, chromaColumns, chromaRows)
    lay(red, on: 128, chromaColumns, chromaRows)
  }
}
