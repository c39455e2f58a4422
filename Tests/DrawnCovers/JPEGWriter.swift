import CTurboJPEG
package import FoundationEssentials

/// Why a drawing could not be made into a JPEG.
package struct JPEGFailure: Error, CustomStringConvertible {
  package let description: String
}

/// Pixels into JPEG, through TurboJPEG, and on its own account: the tests' second pair of eyes beside the product's.
package enum JPEGWriter {
  /// - Parameter quality: 1 to 100.
  package static func jpeg(of canvas: borrowing Canvas, quality: Int) throws(JPEGFailure) -> Data {
    guard let compressor = tjInitCompress() else { throw JPEGFailure(description: "TurboJPEG didn't start") }
    defer { tjDestroy(compressor) }
    var buffer: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    defer { tjFree(buffer) }
    let outcome = canvas.pixels.withMemoryRebound(to: UInt8.self, capacity: canvas.width * canvas.height * 4) { bytes in
      tjCompress2(
        compressor, bytes, Int32(canvas.width), 0, Int32(canvas.height), Int32(TJPF_RGBX.rawValue), &buffer, &size,
        Int32(TJSAMP_420.rawValue), Int32(quality), TJFLAG_FASTDCT)
    }
    guard outcome == 0, let buffer else {
      throw JPEGFailure(description: String(cString: tjGetErrorStr2(compressor)))
    }
    return Data(bytes: buffer, count: Int(size))
  }
}

extension Canvas {
  /// - Parameter quality: 1 to 100.
  package func jpeg(quality: Int) throws(JPEGFailure) -> Data { try JPEGWriter.jpeg(of: self, quality: quality) }
}
