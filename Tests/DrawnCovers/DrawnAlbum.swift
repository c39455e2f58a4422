/// An album that doesn't exist, with all that the services would know of it and how its cover behaves.
package struct DrawnAlbum: Hashable, Sendable, CustomStringConvertible {
  /// What is printed on the front.
  package enum Print: Hashable, Sendable {
    case artistAndTitle
    /// Other words, which don't name the album.
    case words(String)
    case nothing
  }

  /// What a model makes of the front alone.
  package enum Reading: Hashable, Sendable { case identified, searchNeeded }

  /// Where its artwork is in the archive.
  package enum Artwork: Hashable, Sendable {
    case onRelease
    /// The release has none, but its group has some.
    case onGroupOnly
    case none
  }

  /// How a model reviews it.
  package enum ReviewHabit: Hashable, Sendable {
    case clean
    /// The first answer talks of money; the answer to a failure doesn't.
    case talksOfMoneyFirst
    /// Uses words that only look like money talk.
    case soundsLikeMoney
  }

  /// A release beside the first one, under which a catalog can go astray.
  package enum Sibling: Hashable, Sendable {
    case none
    /// A later one with "(Deluxe Edition)" in its title.
    case deluxe
    /// An undated promotion.
    case promotion
    /// A pseudo-release with a translated title.
    case translation
  }

  /// Names that aren't the album's own.
  package struct Names: Hashable, Sendable {
    package var artistName: String
    package var albumTitle: String

    package init(_ artistName: String, _ albumTitle: String) {
      self.artistName = artistName
      self.albumTitle = albumTitle
    }
  }

  package var artistName: String
  package var albumTitle: String
  /// What else the catalog knows the artist by; albums aren't found by it.
  package var artistAliases: [String] = []
  /// What the catalog tells the album from its namesakes by.
  package var disambiguation = ""
  package var secondaryTypes: [String] = []
  /// What a model answers that does as the words on the front, or on a page about it, tell it.
  package var obeyed: Names?
  /// `1971`, `1971-02` or `1971-02-05`.
  package var firstReleaseDate: String
  package var genres: [String]
  package var recordLabel: String
  package var catalogNumber: String
  package var country: String
  package var tracks: [String]
  package var print: Print
  package var reading: Reading
  package var isInCatalog: Bool
  package var artwork: Artwork
  package var review: ReviewHabit
  package var sibling: Sibling
  /// Its names are printed in a typeface, as on real sleeves, and not in letters of dots.
  package var isTypeset = false
  /// Its front as a designer made it, in place of one that is drawn by chance.
  package var design: SleeveDesign?
  /// A file with its front, in place of a drawn one.
  package var pictureFile: String?
  var motif: Motif
  var palette: [Color]

  init(
    _ artistName: String, _ albumTitle: String, _ firstReleaseDate: String, _ genres: [String], label: String,
    catalogNumber: String, country: String, tracks: [String], print: Print = .artistAndTitle,
    reading: Reading = .identified, isInCatalog: Bool = true, artwork: Artwork = .onRelease,
    review: ReviewHabit = .clean, sibling: Sibling = .none, motif: Motif, palette: [UInt32]
  ) {
    self.artistName = artistName
    self.albumTitle = albumTitle
    self.firstReleaseDate = firstReleaseDate
    self.genres = genres
    self.recordLabel = label
    self.catalogNumber = catalogNumber
    self.country = country
    self.tracks = tracks
    self.print = print
    self.reading = reading
    self.isInCatalog = isInCatalog
    self.artwork = artwork
    self.review = review
    self.sibling = sibling
    self.motif = motif
    self.palette = palette.map(Color.init)
  }

  package var releaseYear: String { String(firstReleaseDate.prefix(4)) }

  package var description: String { name }

  /// Names the album within the collection.
  package var name: String { "\(artistName)/\(albumTitle)/\(releaseYear)" }

  /// The words on the front, line by line; empty for a front without text.
  package var printedText: String {
    switch print {
    case .artistAndTitle: artistName == albumTitle ? artistName : "\(artistName)\n\(albumTitle)"
    case .words(let words): words
    case .nothing: ""
    }
  }

  /// The front in words, different for each album.
  package var look: String {
    let colors = palette.map { "#" + Self.hex($0) }
    return "\(motif.description), in \(colors.dropLast().joined(separator: ", ")) and \(colors.last ?? "")"
  }

  /// Thirteen digits with their check digit (EAN-13). Numbers that begin with 2 are for a shop's own use: no product of
  /// the world has them (GS1 General Specifications, 1.4.3).
  package var barcode: String {
    let digits = "29" + String(1_000_000_000 + SeededRandom.digest(name) % 1_000_000_000).suffix(10)
    let sum = digits.enumerated().reduce(0) { $0 + ($1.offset % 2 == 0 ? 1 : 3) * ($1.element.wholeNumberValue ?? 0) }
    return digits + String((10 - sum % 10) % 10)
  }

  package var releaseGroupID: String { Self.identifier("group " + name) }
  package var releaseID: String { Self.identifier("release " + name) }
  package var artistID: String {
    artistName == "Various Artists"
      ? "89ad4ac3-39f7-470e-963a-56509c546377" : Self.identifier("artist " + artistName)
  }

  /// A UUID that a name always gives.
  package static func identifier(_ name: String) -> String {
    var random = SeededRandom(name)
    let digits = Array([random.next(), random.next()].map { hex($0, digits: 16) }.joined())
    let parts = [digits[0..<8], digits[8..<12], ["4"] + digits[13..<16], ["8"] + digits[17..<20], digits[20..<32]]
    return parts.map { String($0) }.joined(separator: "-")
  }

  private static func hex(_ color: Color) -> String {
    hex(UInt64(color.red) << 16 | UInt64(color.green) << 8 | UInt64(color.blue), digits: 6)
  }

  private static func hex(_ value: UInt64, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }
}
