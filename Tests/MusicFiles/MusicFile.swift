/// A track without a sound to speak of: the smallest valid file of each format, with tags and a picture; FLAC and WAV
/// can last, in silence.
package struct MusicFile: Sendable {
  package enum Format: String, CaseIterable, Sendable {
    case flac, mp3, ogg, opus, m4a, wav, aiff, wv, wma
  }

  package var artist: String?
  package var albumArtist: String?
  package var album: String?
  package var title: String?
  package var date: String?
  package var originalDate: String?
  package var genres: [String] = []
  package var label: String?
  package var barcode: String?
  package var track: String?
  package var disc: String?
  package var isCompilation = false
  package var releaseGroup: String?
  package var release: String?
  package var albumArtistID: String?
  /// A JPEG.
  package var picture: [UInt8]?
  /// As ID3v2 numbers them: 3 is the front cover.
  package var pictureType: UInt8 = 3
  /// A second one, behind it.
  package var frontBehind: [UInt8]?
  /// Of silence, in FLAC and WAV; other formats have their smallest piece.
  package var seconds = 0.0

  package init(artist: String? = nil, album: String? = nil, picture: [UInt8]? = nil) {
    self.artist = artist
    self.album = album
    self.picture = picture
  }

  package func bytes(as format: Format) -> [UInt8] {
    switch format {
    case .flac: flac
    case .mp3: mp3
    case .ogg: vorbis
    case .opus: opus
    case .m4a: mp4
    case .wav: wav
    case .aiff: aiff
    case .wv: wavPack
    case .wma: asf
    }
  }

  /// At 44,100 a second.
  var samples: Int { Int((seconds * 44_100).rounded()) }

  /// Type and bytes.
  var pictures: [(type: UInt8, bytes: [UInt8])] {
    var all: [(type: UInt8, bytes: [UInt8])] = []
    if let picture { all.append((pictureType, picture)) }
    if let frontBehind { all.append((3, frontBehind)) }
    return all
  }
}

/// Numbers as they lie in files.
enum Bytes {
  static func big(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func little(_ value: Int, _ count: Int = 4) -> [UInt8] { big(value, count).reversed() }

  /// Seven bits a byte (ID3v2.4, 6.2).
  static func syncsafe(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(value >> (7 * $0) & 0x7F) } }
}
