import Foundation

/// Formats with Vorbis comments: FLAC, and Ogg with Vorbis or Opus in it (xiph.org/vorbis/doc, RFC 3533, RFC 7845).
extension MusicFile {
  private var comments: [String] {
    let fields: [(String, String?)] = [
      ("ARTIST", artist), ("ALBUMARTIST", albumArtist), ("ALBUM", album), ("TITLE", title), ("DATE", date),
      ("ORIGINALDATE", originalDate), ("LABEL", label), ("BARCODE", barcode), ("TRACKNUMBER", track),
      ("DISCNUMBER", disc), ("COMPILATION", isCompilation ? "1" : nil), ("MUSICBRAINZ_RELEASEGROUPID", releaseGroup),
      ("MUSICBRAINZ_ALBUMID", release), ("MUSICBRAINZ_ALBUMARTISTID", albumArtistID),
    ]
    return fields.compactMap { name, value in value.map { "\(name)=\($0)" } } + genres.map { "GENRE=\($0)" }
  }

  private func block(_ comments: [String]) -> [UInt8] {
    let vendor = Array("AlbumScan's tests".utf8)
    return Bytes.little(vendor.count) + vendor + Bytes.little(comments.count)
      + comments.flatMap { Bytes.little($0.utf8.count) + Array($0.utf8) }
  }

  private func pictureBlock(_ type: UInt8, _ picture: [UInt8]) -> [UInt8] {
    let kind = Array("image/jpeg".utf8)
    return Bytes.big(Int(type)) + Bytes.big(kind.count) + kind + Bytes.big(0) + Bytes.big(0) + Bytes.big(0)
      + Bytes.big(24) + Bytes.big(0) + Bytes.big(picture.count) + picture
  }

  var flac: [UInt8] {
    var blocks: [(type: UInt8, bytes: [UInt8])] = [(0, streamInfo), (4, block(comments))]
    blocks += pictures.map { (6, pictureBlock($0.type, $0.bytes)) }
    var file = Array("fLaC".utf8)
    for (number, block) in blocks.enumerated() {
      file.append(block.type | (number == blocks.count - 1 ? 0x80 : 0))
      file += Bytes.big(block.bytes.count, 3) + block.bytes
    }
    return file + silentFrames
  }

  /// 4096 samples a block, 44,100 a second, two channels of 16 bits.
  private var streamInfo: [UInt8] {
    Bytes.big(4096, 2) + Bytes.big(4096, 2) + Bytes.big(0, 3) + Bytes.big(0, 3)
      + [0x0A, 0xC4, 0x42, 0xF0] + Bytes.big(samples) + [UInt8](repeating: 0, count: 16)
  }

  /// Frames whose two channels are one value throughout, which is 0 (RFC 9639, 9).
  private var silentFrames: [UInt8] {
    stride(from: 0, to: samples, by: 4096).enumerated().flatMap { number, start -> [UInt8] in
      let count = min(4096, samples - start)
      var frame: [UInt8] = [0xFF, 0xF8, count == 4096 ? 0xC9 : 0x79, 0x18]
      // A number is written as UTF-8 writes a scalar.
      frame += UnicodeScalar(UInt32(number)).map { Array(String($0).utf8) } ?? []
      if count < 4096 { frame += Bytes.big(count - 1, 2) }
      frame.append(UInt8(Self.remainder(of: frame, by: 0x07, bits: 8)))
      frame += [0, 0, 0, 0, 0, 0]
      return frame + Bytes.big(Self.remainder(of: frame, by: 0x8005, bits: 16), 2)
    }
  }

  private static func remainder(of bytes: [UInt8], by polynomial: Int, bits: Int) -> Int {
    let (top, mask) = (1 << (bits - 1), (1 << bits) - 1)
    return bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ Int(byte) << (bits - 8)) { value, _ in
        (value & top == 0 ? value << 1 : value << 1 ^ polynomial) & mask
      }
    }
  }

  private var commentsWithPictures: [UInt8] {
    block(
      comments
        + pictures.map { "METADATA_BLOCK_PICTURE=" + Data(pictureBlock($0.type, $0.bytes)).base64EncodedString() })
  }

  var vorbis: [UInt8] {
    let head =
      [1] + Array("vorbis".utf8) + Bytes.little(0) + [2] + Bytes.little(44_100) + Bytes.little(0)
      + Bytes.little(128_000) + Bytes.little(0) + [0xB8, 1]
    let comment = [3] + Array("vorbis".utf8) + commentsWithPictures + [1]
    let setup = [5] + Array("vorbis".utf8) + [0, 0]
    return Self.pages(of: [head, comment, setup])
  }

  var opus: [UInt8] {
    let head = Array("OpusHead".utf8) + [1, 2, 0, 0] + Bytes.little(48_000) + [0, 0, 0]
    return Self.pages(of: [head, Array("OpusTags".utf8) + commentsWithPictures, [0xFC, 0xFF, 0xFE]])
  }

  /// Each packet begins a page of its own.
  private static func pages(of packets: [[UInt8]]) -> [UInt8] {
    var file: [UInt8] = []
    var sequence = 0
    for (number, packet) in packets.enumerated() {
      var rest = packet[...]
      var isContinued = false
      var isOpen = true
      while isOpen {
        let piece = rest.prefix(255 * 255)
        rest = rest.dropFirst(piece.count)
        var laces = [UInt8](repeating: 255, count: piece.count / 255)
        if piece.count < 255 * 255 {
          laces.append(UInt8(piece.count % 255))
          isOpen = false
        }
        let flags: UInt8 =
          (isContinued ? 1 : 0) | (sequence == 0 ? 2 : 0) | (number == packets.count - 1 && !isOpen ? 4 : 0)
        var page = Array("OggS".utf8) + [0, flags] + [UInt8](repeating: 0, count: 8)
        page += Bytes.little(1) + Bytes.little(sequence) + Bytes.little(0) + [UInt8(laces.count)] + laces + piece
        page.replaceSubrange(22..<26, with: Bytes.little(Int(checksum(of: page))))
        file += page
        sequence += 1
        isContinued = true
      }
    }
    return file
  }

  /// CRC-32 of polynomial 04C11DB7, unreflected (RFC 3533, 6).
  private static func checksum(of page: [UInt8]) -> UInt32 {
    page.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte) << 24) { value, _ in
        value & 0x8000_0000 == 0 ? value << 1 : value << 1 ^ 0x04C1_1DB7
      }
    }
  }
}
