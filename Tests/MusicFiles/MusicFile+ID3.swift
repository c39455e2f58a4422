/// Formats with ID3v2.4 (id3.org/id3v2.4.0-frames): MP3, WAV, AIFF.
extension MusicFile {
  private var frames: [UInt8] {
    func frame(_ id: String, _ bytes: [UInt8]) -> [UInt8] {
      Array(id.utf8) + Bytes.syncsafe(bytes.count) + [0, 0] + bytes
    }
    func text(_ id: String, _ text: String?) -> [UInt8] { text.map { frame(id, [3] + Array($0.utf8)) } ?? [] }
    func own(_ name: String, _ text: String?) -> [UInt8] {
      text.map { frame("TXXX", [3] + Array(name.utf8) + [0] + Array($0.utf8)) } ?? []
    }
    var bytes = text("TPE1", artist) + text("TPE2", albumArtist) + text("TALB", album) + text("TIT2", title)
    bytes += text("TDRC", date) + text("TDOR", originalDate) + text("TPUB", label) + text("TRCK", track)
    bytes += text("TPOS", disc) + text("TCMP", isCompilation ? "1" : nil)
    bytes += text("TCON", genres.isEmpty ? nil : genres.joined(separator: "\0"))
    bytes += own("BARCODE", barcode) + own("MusicBrainz Release Group Id", releaseGroup)
    bytes += own("MusicBrainz Album Id", release) + own("MusicBrainz Album Artist Id", albumArtistID)
    for picture in pictures {
      bytes += frame("APIC", [3] + Array("image/jpeg".utf8) + [0, picture.type, 0] + picture.bytes)
    }
    return bytes
  }

  private var id3: [UInt8] { Array("ID3".utf8) + [4, 0, 0] + Bytes.syncsafe(frames.count) + frames }

  /// One silent frame: MPEG 1, layer 3, 128 kbit/s, 44,100 Hz.
  var mp3: [UInt8] { id3 + [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413) }

  var wav: [UInt8] {
    let format = Bytes.little(1, 2) + Bytes.little(2, 2) + Bytes.little(44_100) + Bytes.little(176_400)
    func chunk(_ id: String, _ bytes: [UInt8]) -> [UInt8] {
      Array(id.utf8) + Bytes.little(bytes.count) + bytes + (bytes.count % 2 == 1 ? [0] : [])
    }
    let chunks =
      chunk("fmt ", format + Bytes.little(4, 2) + Bytes.little(16, 2))
      + chunk("data", [UInt8](repeating: 0, count: 4 * max(1, samples)))
    let body = Array("WAVE".utf8) + chunks + chunk("ID3 ", id3)
    return Array("RIFF".utf8) + Bytes.little(body.count) + body
  }

  var aiff: [UInt8] {
    func chunk(_ id: String, _ bytes: [UInt8]) -> [UInt8] {
      Array(id.utf8) + Bytes.big(bytes.count) + bytes + (bytes.count % 2 == 1 ? [0] : [])
    }
    // 44,100 as an 80-bit number.
    let common = Bytes.big(2, 2) + Bytes.big(1) + Bytes.big(16, 2) + [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
    let body =
      Array("AIFF".utf8) + chunk("COMM", common) + chunk("SSND", [UInt8](repeating: 0, count: 12)) + chunk("ID3 ", id3)
    return Array("FORM".utf8) + Bytes.big(body.count) + body
  }
}
