internal import CDE265

/// Decodes HEVC tiles one after the other, through libde265, on the calling thread.
final class HEVCStream {
  /// A decoded tile.
  struct Tile {
    /// Luma, and chroma if it has color.
    let planes: [SamplePlane]
    /// The coding according to the stream itself.
    let coding: (matrix: UInt32, isFullRange: Bool)
    /// Whether some of it was invalid.
    let isDamaged: Bool
  }

  private let configuration: HEVCConfiguration
  private let decoder: UnsafeMutableRawPointer

  /// - Parameter smooths: whether to apply the deblocking and SAO filters. In a reduced picture their
  ///   effect isn't visible, and they take a sixth of the time and as much memory as the picture.
  init(_ configuration: HEVCConfiguration, smooths: Bool) throws(ImagingError) {
    guard let decoder = de265_new_decoder() else { throw .outOfMemory }
    (self.configuration, self.decoder) = (configuration, decoder)
    de265_set_parameter_bool(decoder, DE265_DECODER_PARAM_DISABLE_DEBLOCKING, smooths ? 0 : 1)
    de265_set_parameter_bool(decoder, DE265_DECODER_PARAM_DISABLE_SAO, smooths ? 0 : 1)
    de265_set_parameter_bool(decoder, DE265_DECODER_PARAM_BOOL_SEI_CHECK_HASH, 0)
    for unit in configuration.units { push(unit, 0) }
  }

  deinit { de265_free_decoder(decoder) }

  /// Calls `use` with a decoded tile, whose planes are valid only during the call. Nil if the bytes contain no picture;
  /// then this decoder must not be used again.
  ///
  /// - Parameter number: of the tile; unique.
  func decode<Value>(_ bytes: UnsafeRawBufferPointer, number: Int, _ use: (Tile) -> Value) -> Value? {
    var reader = BigEndian(bytes)
    while !reader.rest.isEmpty {
      // If the bytes end within a unit, the result is nil, as for any damage.
      guard let length = try? reader.number(configuration.lengthSize), let unit = try? reader.bytes(length) else {
        return nil
      }
      push(unit, number)
    }
    guard de265_flush_data(decoder) == DE265_OK else { return nil }
    var more: Int32 = 1
    var isDamaged = false
    while more != 0 {
      more = 0
      if de265_decode(decoder, &more) != DE265_OK { return nil }
      isDamaged = hasWarnings || isDamaged
      if let image = de265_get_next_picture(decoder) {
        // A malicious file could make an earlier tile's picture appear here.
        guard de265_get_image_PTS(image) == number else { return nil }
        return use(Self.tile(image, isDamaged: isDamaged))
      }
    }
    return nil
  }

  private func push(_ unit: UnsafeRawBufferPointer, _ number: Int) {
    guard !unit.isEmpty else { return }
    de265_push_NAL(decoder, unit.baseAddress, Int32(clamping: unit.count), Int64(number), nil)
  }

  /// Reads and clears the warnings, ignoring those that don't concern the picture.
  private var hasWarnings: Bool {
    var isWorse = false
    while true {
      switch de265_get_warning(decoder) {
      case DE265_OK: return isWorse
      case DE265_WARNING_NO_WPP_CANNOT_USE_MULTITHREADING, DE265_WARNING_SPS_MISSING_CANNOT_DECODE_SEI: break
      default: isWorse = true
      }
    }
  }

  private static func tile(_ image: OpaquePointer, isDamaged: Bool) -> Tile {
    let channels: [Int32] = de265_get_chroma_format(image) == de265_chroma_mono ? [0] : [0, 1, 2]
    let planes = channels.compactMap { channel -> SamplePlane? in
      var stride: Int32 = 0
      guard let samples = de265_get_image_plane(image, channel, &stride) else { return nil }
      let (width, height) = (de265_get_image_width(image, channel), de265_get_image_height(image, channel))
      let bits = de265_get_bits_per_pixel(image, channel)
      guard width > 0, height > 0, (8...16).contains(bits), stride >= (bits > 8 ? 2 : 1) * width else { return nil }
      return SamplePlane(
        samples: samples, width: Int(width), height: Int(height), stride: Int(stride), bits: Int(bits))
    }
    let matrix = UInt32(max(0, de265_get_image_matrix_coefficients(image)))
    return Tile(
      planes: planes, coding: (matrix, de265_get_image_full_range_flag(image) != 0), isDamaged: isDamaged)
  }
}
