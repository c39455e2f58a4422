internal import CTurboJPEG

/// Encodes baseline JPEGs with chroma at half size and no metadata except JFIF's, through TurboJPEG.
package struct JPEGEncoder: ~Copyable {
  private let turbo: TurboHandle

  package init() throws(ImagingError) { turbo = try TurboHandle(tjInitCompress()) }

  /// A JPEG of rows of red, green, and blue, one byte each. `quality` is 1 to 100.
  package func jpeg(ofRGB pixels: [UInt8], width: Int, height: Int, quality: Int = 85) throws(ImagingError) -> [UInt8] {
    precondition(width > 0 && height > 0 && pixels.count == width * height * 3)
    return try filled(width: width, height: height) { buffer, size in
      tjCompress2(
        turbo.instance, pixels, Int32(width), Int32(width * 3), Int32(height), Int32(TJPF_RGB.rawValue), &buffer, &size,
        Int32(TJSAMP_420.rawValue), Int32(quality), TJFLAG_NOREALLOC)
    }
  }

  /// A JPEG of at most `limit` bytes: at quality 85, or lower if that is too large.
  func jpeg(of image: borrowing PlanarImage, limit: Int, lowest: Int32 = 15) throws(ImagingError) -> [UInt8] {
    let (width, height) = (image.width, image.height)
    for quality in stride(from: Int32(85), through: lowest, by: -10) {
      let jpeg = try filled(width: width, height: height) { buffer, size in
        image.withTurboPlanes { planes, strides in
          tjCompressFromYUVPlanes(
            turbo.instance, planes, Int32(width), strides, Int32(height), Int32(TJSAMP_420.rawValue), &buffer, &size,
            quality, TJFLAG_NOREALLOC)
        }
      }
      if jpeg.count <= limit { return jpeg }
    }
    throw .tooLarge("it can't be made smaller than \(limit) bytes")
  }

  private func filled(
    width: Int, height: Int, by encode: (inout UnsafeMutablePointer<UInt8>?, inout UInt) -> Int32
  ) throws(ImagingError) -> [UInt8] {
    var result: Int32 = 0
    let jpeg = [UInt8](
      unsafeUninitializedCapacity: Int(tjBufSize(Int32(width), Int32(height), Int32(TJSAMP_420.rawValue)))
    ) { room, count in
      var buffer = room.baseAddress
      var size = UInt(room.count)
      result = encode(&buffer, &size)
      count = result == 0 ? Int(size) : 0
    }
    guard result == 0 else { throw turbo.error }
    return jpeg
  }
}

/// A TurboJPEG instance for decoding or encoding.
struct TurboHandle: ~Copyable {
  let instance: tjhandle

  /// `instance` is the result of `tjInitDecompress` or `tjInitCompress`.
  init(_ instance: tjhandle?) throws(ImagingError) {
    guard let instance else { throw .outOfMemory }
    self.instance = instance
  }

  deinit { tjDestroy(instance) }

  /// The library's last message for this instance.
  var message: String { String(cString: tjGetErrorStr2(instance)) }
  /// Whether it continued after an error: then a result of -1 isn't a failure.
  var merelyWarns: Bool { tjGetErrorCode(instance) == Int32(TJERR_WARNING.rawValue) }

  var error: ImagingError {
    let message = message
    return message.contains("nsufficient memory") || message.contains("llocation failure")
      ? .outOfMemory : .broken(message)
  }
}
