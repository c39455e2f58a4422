/// What the phone's page shows.
package struct PhoneContents: Equatable, Sendable {
  /// When it was written: RFC 3339, UTC, and in words of where the computer is.
  package var writtenAt: String
  package var written: String
  package var activity: Activity
  /// The newest, newest first.
  package var albums: [Album]
  /// How many there are in all.
  package var total: Int
  /// Everything owned or wanted, in any order.
  package var list: [ListEntry]

  package init(writtenAt: String, written: String, activity: Activity, albums: [Album], total: Int, list: [ListEntry]) {
    self.writtenAt = writtenAt
    self.written = written
    self.activity = activity
    self.albums = albums
    self.total = total
    self.list = list
  }

  package struct Album: Equatable, Sendable {
    package var document: AlbumDocument
    package var thumbnail: [UInt8]?
    /// `In your library: 11 tracks`; nil where nothing is to be said.
    package var mark: String?

    package init(_ document: AlbumDocument, thumbnail: [UInt8]? = nil, mark: String? = nil) {
      self.document = document
      self.thumbnail = thumbnail
      self.mark = mark
    }
  }

  package struct ListEntry: Equatable, Hashable, Sendable {
    package var artistName: String
    package var albumTitle: String
    package var releaseYear: String?
    /// `wanted`, or what else there is to say of an album that isn't just owned.
    package var mark: String?

    package init(artistName: String, albumTitle: String, releaseYear: String? = nil, mark: String? = nil) {
      self.artistName = artistName
      self.albumTitle = albumTitle
      self.releaseYear = releaseYear
      self.mark = mark
    }
  }
}
