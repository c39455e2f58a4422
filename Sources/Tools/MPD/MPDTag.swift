/// The tags that AlbumScan uses, by MPD's names.
package enum MPDTag: String, CaseIterable, Sendable {
  case album = "Album"
  case albumArtist = "AlbumArtist"
  case artist = "Artist"
  case title = "Title"
  case track = "Track"
  case disc = "Disc"
  case date = "Date"
  case originalDate = "OriginalDate"
  case label = "Label"
  case musicBrainzAlbum = "MUSICBRAINZ_ALBUMID"
}
