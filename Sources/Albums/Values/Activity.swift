/// What is going on, for the top of the gallery and of the phone's page.
package struct Activity: Equatable, Sendable {
  package var entries: [Entry]
  /// What waits, fails, or needs the user beyond those: a sentence each.
  package var notes: [String]

  package init(entries: [Entry] = [], notes: [String] = []) {
    self.entries = entries
    self.notes = notes
  }

  package struct Entry: Equatable, Sendable {
    package var id: ScanID
    /// The photo's name.
    package var photo: String
    /// Its folder, relative to the root; nil where it has none.
    package var folder: String?
    package var state: State

    package init(id: ScanID, photo: String, folder: String? = nil, state: State) {
      self.id = id
      self.photo = photo
      self.folder = folder
      self.state = state
    }
  }

  package enum State: Equatable, Sendable {
    /// What is being done, and for how many seconds.
    case running(line: String, seconds: Int)
    /// Why, and since or until when; nil if only for its turn. So many other photos wait for the same.
    case waiting(String?, others: Int)
    case unsure([Candidate])
    case failed(reason: String, hint: String?)
  }

  package struct Candidate: Equatable, Sendable {
    package var number: Int
    package var artistName: String
    package var albumTitle: String
    package var releaseYear: String?
    /// Small, as JPEG.
    package var cover: [UInt8]?

    package init(number: Int, artistName: String, albumTitle: String, releaseYear: String?, cover: [UInt8]?) {
      self.number = number
      self.artistName = artistName
      self.albumTitle = albumTitle
      self.releaseYear = releaseYear
      self.cover = cover
    }
  }
}
