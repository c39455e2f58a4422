internal import CHeif
internal import CSingleThread

/// Decodes the primary picture of a HEIC or AVIF and rotates it upright, through libheif. The bytes must outlive it.
final class HEIFDecoder: ImageDecoder {
  let width: Int
  let height: Int

  private let heif: cheif_functions
  private let format: String
  private let context: OpaquePointer
  private let handle: OpaquePointer

  /// Loads libheif, and its codecs, which later versions have in files: the sandbox can't open any.
  static func findCodecs() {
    single_thread_keep()
    _ = cheif_load()?.pointee.`init`(nil)
  }

  init(_ file: UnsafeRawBufferPointer, format: String) throws(ImagingError) {
    guard let heif = cheif_load()?.pointee else { throw .unsupported(format: format) }
    guard let context = heif.context_alloc() else { throw .outOfMemory }
    heif.context_set_max_decoding_threads(context, 0)
    var handle: OpaquePointer?
    let read = heif.context_read_from_memory_without_copy(context, file.baseAddress, file.count, nil)
    let found = read.code == heif_error_Ok ? heif.context_get_primary_image_handle(context, &handle) : read
    guard found.code == heif_error_Ok, let handle else {
      let error = Self.error(found, format)
      heif.context_free(context)
      throw error
    }
    (self.heif, self.context, self.handle, self.format) = (heif, context, handle, format)
    (width, height) = (Int(heif.image_handle_get_width(handle)), Int(heif.image_handle_get_height(handle)))
    try ImageFile.demand(width: width, height: height)
  }

  deinit {
    heif.image_handle_release(handle)
    heif.context_free(context)
  }

  func decoded(shortSideAtLeast side: Int) throws(ImagingError) -> DecodedImage {
    let tile = ImageFile.divisor(width: width, height: height, shortSideAtLeast: side)
    // The format of nearly all files, so nothing is converted. If asked for the native format, libheif would convert to
    // RGB.
    let native = try HEIFImage(heif, handle, heif_colorspace_YCbCr, heif_chroma_420, format)
    let flaws: DecodedImage.Flaws = native.hasWarnings ? .damaged : []
    if let image = try native.planes(tile: tile) {
      return DecodedImage(image: image, profile: profile, flaws: flaws)
    }
    // The planes aren't luma and chroma, so ask the library for RGB, which takes twice the memory.
    let pixels = try HEIFImage(heif, handle, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, format)
    return DecodedImage(image: try pixels.flattened(tile: tile), profile: profile, flaws: flaws)
  }

  private var profile: ColourProfile? {
    let size = heif.image_handle_get_raw_color_profile_size(handle)
    if size > 0, size <= 16 << 20 {
      var bytes = [UInt8](repeating: 0, count: size)
      if heif.image_handle_get_raw_color_profile(handle, &bytes).code == heif_error_Ok { return .icc(bytes) }
    }
    var nclx: UnsafeMutablePointer<heif_color_profile_nclx>?
    guard heif.image_handle_get_nclx_color_profile(handle, &nclx).code == heif_error_Ok, let nclx else { return nil }
    defer { heif.nclx_color_profile_free(nclx) }
    let colours = nclx.pointee
    func point(_ x: Float, _ y: Float) -> (Double, Double) { (Double(x), Double(y)) }
    let primaries =
      colours.color_primary_white_y > 0
      ? ColourProfile.Primaries(
        white: point(colours.color_primary_white_x, colours.color_primary_white_y),
        red: point(colours.color_primary_red_x, colours.color_primary_red_y),
        green: point(colours.color_primary_green_x, colours.color_primary_green_y),
        blue: point(colours.color_primary_blue_x, colours.color_primary_blue_y)) : .sRGB
    return .described(primaries, .init(code: colours.transfer_characteristics.rawValue))
  }

  static func error(_ error: heif_error, _ format: String) -> ImagingError {
    switch error.code {
    case heif_error_Unsupported_filetype, heif_error_Unsupported_feature: .unsupported(format: format)
    case heif_error_Memory_allocation_error: .outOfMemory
    default: .broken(error.message.map { String(cString: $0) } ?? "its data is invalid")
    }
  }
}
