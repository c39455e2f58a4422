internal import CTagLib
package import FoundationEssentials
internal import Glibc
package import SystemPackage

/// The tags of a music file, untrusted and not yet cleaned, limited in length and number.
package struct AudioTags: Equatable, Sendable {
  package var title: String?
  package var artist: String?
  package var albumArtist: String?
  package var album: String?
  /// `1997`, `1997-05-21`, or anything else.
  package var date: String?
  /// Of the first release.
  package var originalDate: String?
  package var genres: [String] = []
  package var label: String?
  package var barcode: String?
  /// `3`, `3/12`, `A1`.
  package var track: String?
  package var disc: String?
  /// `1` marks a compilation.
  package var compilation: String?
  /// MusicBrainz IDs.
  package var releaseGroup: String?
  package var release: String?
  package var albumArtistIDs: [String] = []
  package var artistIDs: [String] = []
  /// Whether a picture of an accepted size is embedded.
  package var hasPicture = false

  package init() {}
}

extension AudioTags {
  /// In bytes; larger pictures are ignored.
  package static let largestPicture = 20 << 20
  private static let longestText = 4000
  private static let mostValues = 20

  /// Reads a music file's tags: FLAC, MP3, MP4, all kinds of Ogg, WAV, AIFF, WMA, APE, WavPack, Musepack, True Audio.
  ///
  /// Nil if it is none of these.
  /// - Parameters:
  ///   - file: a regular file, which stays open.
  ///   - name: the file's name.
  package init?(of file: FileDescriptor, named name: String) {
    let tags = Self.open(file, name) { tags in
      var read = AudioTags()
      func all(_ properties: String...) -> [String] {
        for property in properties {
          var values: [String] = []
          while values.count < Self.mostValues, let value = ctaglib_value(tags, property, values.count) {
            values.append(Self.text(value))
          }
          if !values.isEmpty { return values }
        }
        return []
      }
      // Several artists of one album are joined to one credit.
      func joined(_ properties: String...) -> String? {
        for property in properties {
          let values = all(property).filter { !$0.isEmpty }
          if !values.isEmpty { return values.joined(separator: ", ") }
        }
        return nil
      }
      func first(_ properties: String...) -> String? {
        for property in properties { if let value = all(property).first(where: { !$0.isEmpty }) { return value } }
        return nil
      }
      read.title = first("TITLE")
      read.artist = joined("ARTIST")
      read.albumArtist = joined("ALBUMARTIST", "ALBUM ARTIST", "ALBUM_ARTIST")
      read.album = first("ALBUM")
      read.date = first("DATE", "YEAR")
      read.originalDate = first("ORIGINALDATE", "ORIGINALYEAR", "ORIGYEAR")
      read.genres = all("GENRE")
      read.label = first("LABEL", "PUBLISHER", "ORGANIZATION")
      read.barcode = first("BARCODE", "UPC", "EAN")
      read.track = first("TRACKNUMBER")
      read.disc = first("DISCNUMBER")
      read.compilation = first("COMPILATION")
      read.releaseGroup = first("MUSICBRAINZ_RELEASEGROUPID")
      read.release = first("MUSICBRAINZ_ALBUMID")
      read.albumArtistIDs = all("MUSICBRAINZ_ALBUMARTISTID")
      read.artistIDs = all("MUSICBRAINZ_ARTISTID")
      var size = 0
      read.hasPicture = ctaglib_picture(tags, &size) != nil && size <= Self.largestPicture
      return read
    }
    guard let tags else { return nil }
    self = tags
  }

  /// The embedded front cover, otherwise another picture, unchanged; nil if there is none of at most 20 MB.
  package static func picture(in file: FileDescriptor, named name: String) -> Data? {
    open(file, name) { tags -> Data? in
      var size = 0
      guard let bytes = ctaglib_picture(tags, &size), size <= largestPicture else { return nil }
      return Data(bytes: bytes, count: size)
    } ?? nil
  }

  private static func open<Value>(_ file: FileDescriptor, _ name: String, _ body: (OpaquePointer) -> Value) -> Value? {
    guard let tags = ctaglib_read(file.rawValue, name) else { return nil }
    defer { ctaglib_free(tags) }
    return body(tags)
  }

  private static func text(_ value: UnsafePointer<CChar>) -> String {
    let bytes = UnsafeRawBufferPointer(start: value, count: strnlen(value, longestText))
    return String(decoding: bytes, as: UTF8.self)
  }
}
