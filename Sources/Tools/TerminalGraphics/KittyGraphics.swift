/// Encodes a picture in kitty's graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol): raw pixels in
/// base64, in chunks.
enum KittyGraphics {
  /// Base64 letters per chunk ("Remote client").
  private static let piece = 4096

  /// Draws over this many cells, starting at the cursor, which doesn't move (`C=1`); the terminal sends no answer
  /// (`q=2`).
  static func text(of picture: PixelPicture, columns: Int, rows: Int) -> String {
    var text = ""
    var keys = "a=T,f=24,s=\(picture.width),v=\(picture.height),c=\(columns),r=\(rows),C=1,q=2,"
    // Three bytes are four letters, so only the last chunk may be shorter.
    let step = piece / 4 * 3
    for start in stride(from: 0, to: picture.samples.count, by: step) {
      let end = min(start + step, picture.samples.count)
      text += "\u{1B}_G\(keys)m=\(end < picture.samples.count ? 1 : 0);\(base64(picture.samples[start..<end]))\u{1B}\\"
      keys = "q=2,"
    }
    return text
  }

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// RFC 4648, section 4, for multiples of three bytes: pixels have three bytes each.
  private static func base64(_ bytes: ArraySlice<UInt8>) -> String {
    String(unsafeUninitializedCapacity: bytes.count / 3 * 4) { text in
      var place = 0
      for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 3) {
        let value = Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
        for shift in [18, 12, 6, 0] {
          text[place] = letters[value >> shift & 63]
          place += 1
        }
      }
      return place
    }
  }
}
