/// What the bytes of a picture say of themselves before they are decoded.
struct PictureFacts: Equatable {
  enum Format: String {
    case jpeg = "image/jpeg"
    case png = "image/png"
    case gif = "image/gif"
    case webp = "image/webp"
  }

  var format: Format
  /// In pixels; nil where the format isn't looked into.
  var width: Int?
  var height: Int?
  /// Segments of a JPEG beyond what decoding needs: metadata. `APP0` with JFIF and `APP14` with Adobe are allowed.
  var metadata: [String] = []

  /// Nil for bytes that are no picture.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0xff, 0xd8, 0xff]) {
      format = .jpeg
      readSegments(bytes)
    } else if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) {
      format = .png
    } else if bytes.starts(with: Array("GIF8".utf8)) {
      format = .gif
    } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      format = .webp
    } else {
      return nil
    }
  }

  /// ITU-T T.81, annex B: markers with their lengths up to the first scan.
  private mutating func readSegments(_ bytes: [UInt8]) {
    var position = 2
    while position + 4 <= bytes.count, bytes[position] == 0xff {
      let marker = bytes[position + 1]
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      let content = bytes[min(position + 4, bytes.count)..<min(position + 2 + max(2, length), bytes.count)]
      switch marker {
      case 0xda, 0xd9: return
      case 0xc0...0xc3, 0xc5...0xc7, 0xc9...0xcb, 0xcd...0xcf:
        let frame = Array(content)
        guard frame.count >= 5 else { return }
        height = Int(frame[1]) << 8 | Int(frame[2])
        width = Int(frame[3]) << 8 | Int(frame[4])
      case 0xe0 where content.starts(with: "JFIF".utf8), 0xee where content.starts(with: "Adobe".utf8): break
      case 0xe0...0xef: metadata.append("APP\(marker - 0xe0)")
      case 0xfe: metadata.append("comment")
      default: break
      }
      position += 2 + max(2, length)
    }
  }
}
