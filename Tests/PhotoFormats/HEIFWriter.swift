internal import CLibHeif
internal import Synchronization

/// HEICs and AVIFs, through libheif.
package struct HEIFWriter {
  package enum Codec: String, CaseIterable, Sendable { case hevc, av1 }

  package var codec: Codec
  /// 8; HEVC also 10; AV1 also 12, since with 10 libaom stops the program (libheif 1.15).
  package var depth = 8
  /// 1 to 8, as EXIF counts; written as boxes that turn the picture.
  package var orientation = 1
  package var quality = 90
  /// How much of the color is kept, `420`, `422` or `444`; libheif's choice where nil.
  package var chroma: String?
  package var profile: [UInt8]?
  /// TIFF data, as an item beside the picture.
  package var exif: [UInt8]?
  /// MatrixCoefficients of H.273, and whether all numbers are used; libheif's choice where nil.
  package var coding: (matrix: UInt32, isFullRange: Bool)?

  /// One at a time: x265 sets up its table of functions at its first use, without a lock (`x265_setup_primitives`), and a
  /// second thread may call one that isn't there yet.
  private static let encoding = Mutex(())

  package init(_ codec: Codec) { self.codec = codec }

  package func heif(of pixels: Pixels) throws(WritingFailure) -> [UInt8] { try heif(of: [pixels]) }

  /// A file of several pictures, the first one of which is the primary.
  package func heif(of pictures: [Pixels]) throws(WritingFailure) -> [UInt8] {
    let context = heif_context_alloc()
    defer { heif_context_free(context) }
    for pixels in pictures {
      try Self.encoding.withLock { _ throws(WritingFailure) in try add(pixels, to: context) }
    }
    var bytes: [UInt8] = []
    var writer = heif_writer(writer_api_version: 1) { _, data, size, target in
      guard let data, let target else {
        return heif_error(code: heif_error_Usage_error, subcode: heif_suberror_Unspecified, message: nil)
      }
      target.assumingMemoryBound(to: [UInt8].self).pointee += UnsafeRawBufferPointer(start: data, count: size)
      return heif_error(code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: nil)
    }
    let result = withUnsafeMutablePointer(to: &bytes) { heif_context_write(context, &writer, $0) }
    try demand(result)
    return bytes
  }

  private func add(_ pixels: Pixels, to context: OpaquePointer?) throws(WritingFailure) {
    let image = try image(of: pixels)
    defer { heif_image_release(image) }
    var encoder: OpaquePointer?
    try demand(
      heif_context_get_encoder_for_format(
        context, codec == .hevc ? heif_compression_HEVC : heif_compression_AV1, &encoder))
    defer { heif_encoder_release(encoder) }
    try demand(heif_encoder_set_lossy_quality(encoder, Int32(quality)))
    // A test has no time for more.
    if codec == .hevc {
      try demand(heif_encoder_set_parameter_string(encoder, "preset", "ultrafast"))
    } else {
      try demand(heif_encoder_set_parameter_integer(encoder, "speed", 8))
    }
    if let chroma { try demand(heif_encoder_set_parameter_string(encoder, "chroma", chroma)) }
    guard let options = heif_encoding_options_alloc() else { throw WritingFailure(description: "no memory") }
    defer { heif_encoding_options_free(options) }
    options.pointee.image_orientation = heif_orientation(UInt32(orientation))
    options.pointee.save_alpha_channel = 1
    var nclx: UnsafeMutablePointer<heif_color_profile_nclx>?
    defer { if let nclx { heif_nclx_color_profile_free(nclx) } }
    if let coding {
      nclx = heif_nclx_color_profile_alloc()
      nclx?.pointee.matrix_coefficients = heif_matrix_coefficients(coding.matrix)
      nclx?.pointee.full_range_flag = coding.isFullRange ? 1 : 0
      nclx?.pointee.color_primaries = heif_color_primaries_ITU_R_BT_709_5
      nclx?.pointee.transfer_characteristics = heif_transfer_characteristic_IEC_61966_2_1
      options.pointee.output_nclx_profile = nclx
    }
    var handle: OpaquePointer?
    try demand(heif_context_encode_image(context, image, encoder, options, &handle))
    defer { heif_image_handle_release(handle) }
    if let exif { try demand(heif_context_add_exif_metadata(context, handle, exif, Int32(exif.count))) }
  }

  private func image(of pixels: Pixels) throws(WritingFailure) -> OpaquePointer {
    let hasAlpha = pixels.hasAlpha
    let channels = hasAlpha ? 4 : 3
    let chroma =
      depth > 8
      ? (hasAlpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE)
      : (hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB)
    var image: OpaquePointer?
    try demand(heif_image_create(Int32(pixels.width), Int32(pixels.height), heif_colorspace_RGB, chroma, &image))
    try demand(
      heif_image_add_plane(
        image, heif_channel_interleaved, Int32(pixels.width), Int32(pixels.height), Int32(depth)))
    var stride: Int32 = 0
    guard let image, let plane = heif_image_get_plane(image, heif_channel_interleaved, &stride) else {
      throw WritingFailure(description: "no plane")
    }
    let size = depth > 8 ? 2 : 1
    for y in 0..<pixels.height {
      for x in 0..<pixels.width {
        for channel in 0..<channels {
          let sample = Int(pixels.rgba[(y * pixels.width + x) * 4 + channel])
          let place = plane + y * Int(stride) + (x * channels + channel) * size
          if depth > 8 {
            let deep = sample * ((1 << depth) - 1) / 255
            (place[0], place[1]) = (UInt8(deep & 255), UInt8(deep >> 8))
          } else {
            place[0] = UInt8(sample)
          }
        }
      }
    }
    if let profile { try demand(heif_image_set_raw_color_profile(image, "prof", profile, profile.count)) }
    return image
  }

  private func demand(_ error: heif_error) throws(WritingFailure) {
    if error.code != heif_error_Ok {
      throw WritingFailure(description: error.message.map { String(cString: $0) } ?? "libheif fails")
    }
  }
}
