internal import CHeif
internal import CSingleThread

/// Decodes the primary picture of a HEIC or AVIF and rotates it upright, through libheif. The bytes must outlive it.
final class HEIFDecoder: ImageDecoder {
  private(set) var width: Int
  private(set) var height: Int

  private let heif: cheif_functions
  private let format: String
  private let context: OpaquePointer
  private let handle: OpaquePointer

  /// Loads libheif, and its codecs, which later versions have in files: the sandbox can't open any.
  static func findCodecs() {
    single_thread_keep()
    _ = cheif_load()?.pointee.`init`(nil)
  }

  init(_ file: UnsafeRawBufferPointer) throws(ImagingError) {
    let format = Self.format(of: file)
    guard let heif = cheif_load()?.pointee else { throw .unsupported(format: format) }
    guard let context = heif.context_alloc() else { throw .outOfMemory }
    heif.context_set_max_decoding_threads(context, 0)
    var handle: OpaquePointer?
    var result = heif.context_read_from_memory_without_copy(context, file.baseAddress, file.count, nil)
    if result.code == heif_error_Ok { result = heif.context_get_primary_image_handle(context, &handle) }
    if handle == nil, let still = Self.still(ofSequence: file) {
      result = heif.context_read_from_memory(context, still, still.count, nil)
      if result.code == heif_error_Ok { result = heif.context_get_primary_image_handle(context, &handle) }
    }
    guard result.code == heif_error_Ok, let handle else {
      let error = Self.error(result, format)
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
    // The format of nearly all files, so nothing is converted. If asked for the native format, libheif would convert to
    // RGB.
    let native = try HEIFImage(heif, handle, heif_colorspace_YCbCr, heif_chroma_420, format)
    // The declared size lacks what turns or crops the picture in front of `ispe`.
    if let size = native.size {
      try ImageFile.demand(width: size.width, height: size.height)
      (width, height) = size
    }
    let tile = ImageFile.divisor(width: width, height: height, shortSideAtLeast: side)
    let flaws: DecodedImage.Flaws = native.hasWarnings ? .damaged : []
    if let image = try native.planes(tile: tile) {
      return DecodedImage(image: image, profile: profile, flaws: flaws)
    }
    // The planes aren't luma and chroma, so ask the library for RGB, which takes twice the memory.
    let pixels = try HEIFImage(heif, handle, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, format)
    return DecodedImage(image: try pixels.flattened(tile: tile), profile: profile, flaws: flaws)
  }

  private var profile: ColorProfile? {
    let size = heif.image_handle_get_raw_color_profile_size(handle)
    if size > 0, size <= 16 << 20 {
      var bytes = [UInt8](repeating: 0, count: size)
      if heif.image_handle_get_raw_color_profile(handle, &bytes).code == heif_error_Ok { return .icc(bytes) }
    }
    var nclx: UnsafeMutablePointer<heif_color_profile_nclx>?
    guard heif.image_handle_get_nclx_color_profile(handle, &nclx).code == heif_error_Ok, let nclx else { return nil }
    defer { heif.nclx_color_profile_free(nclx) }
    let colors = nclx.pointee
    func point(_ x: Float, _ y: Float) -> (Double, Double) { (Double(x), Double(y)) }
    let primaries =
      colors.color_primary_white_y > 0
      ? ColorProfile.Primaries(
        white: point(colors.color_primary_white_x, colors.color_primary_white_y),
        red: point(colors.color_primary_red_x, colors.color_primary_red_y),
        green: point(colors.color_primary_green_x, colors.color_primary_green_y),
        blue: point(colors.color_primary_blue_x, colors.color_primary_blue_y)) : .sRGB
    return .described(primaries, .init(code: colors.transfer_characteristics.rawValue))
  }

  /// The usual name of what the primary picture is coded as, or its tiles.
  private static func format(of file: UnsafeRawBufferPointer) -> String {
    let items = HEIFItems(file)
    let primary = items?.primary ?? -1
    switch items?.kind(of: items?.parts(of: primary).first ?? primary) {
    case "hvc1": return "HEIC"
    case "av01": return "AVIF"
    case "unci": return "Uncompressed HEIF"
    case "jpeg": return "JPEG in HEIF"
    case "j2k1": return "JPEG 2000 in HEIF"
    case "avc1": return "AVC in HEIF"
    case "vvc1": return "VVC in HEIF"
    default: return ImageFormat(file)?.name ?? "HEIC"
    }
  }

  /// Of a rare kind, libheif says nothing that would help, or doesn't even find it.
  static func error(_ error: heif_error, _ format: String) -> ImagingError {
    switch error.code {
    case heif_error_Memory_allocation_error: .outOfMemory
    case heif_error_Unsupported_filetype, heif_error_Unsupported_feature: .unsupported(format: format)
    case _ where format.hasSuffix("HEIF"): .unsupported(format: format)
    default: .broken(error.message.map { String(cString: $0) } ?? "its data is invalid")
    }
  }
}
