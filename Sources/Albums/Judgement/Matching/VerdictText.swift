/// Explains a verdict in sentences for people.
package enum VerdictText {
  static func unidentified(because reason: CoverReading.Reason?) -> String {
    let why =
      switch reason {
      case .notAnAlbumCover: "the photo doesn't seem to show an album. Photograph the front of a sleeve or a CD case."
      case .backCover: "this looks like the back of a sleeve. Turn it over and photograph the front."
      case .severalCovers: "there are several covers in the photo, and it isn't clear where each lies."
      case .unreadable: "it is too dark, too blurry, or too far away. Try again from closer up and with more light."
      case nil: "nothing on it identifies the album. Try another photo of the front."
      }
    return "\(ProgressLine.notIdentified): \(why)"
  }

  static func hint(after reason: CoverReading.Reason?) -> String {
    guard reason == .severalCovers else { return ProgressLine.notIdentifiedHint }
    return "Lay them side by side, a finger apart, and photograph them from above, each of them whole; or photograph "
      + "one at a time."
  }

  static func tie(of tied: [Match]) -> String {
    let years = tied.compactMap(\.album.firstReleaseYear)
    let which = years.count == tied.count ? " (\(years.joined(separator: ", ")))" : ""
    return "MusicBrainz has \(tied.count) albums that fit equally well\(which). Choose one with albumscanctl accept."
  }

  static func proposals(_ near: [Match], why: String?) -> String {
    let what =
      near.count == 1
      ? "MusicBrainz has an album that may match the text on the cover."
      : "MusicBrainz has \(near.count) albums that may match the text on the cover."
    let choice =
      near.count == 1 ? "Settle it with albumscanctl accept or reject." : "Choose one with albumscanctl accept."
    return [what, why, choice].compactMap(\.self).joined(separator: " ")
  }

  static func claim(_ confidence: Confidence, fallsShortOf requirement: Confidence) -> String {
    "The match is \(confidence.rawValue), but identification.require is \(requirement.rawValue)."
      + " Settle it with albumscanctl accept or reject."
  }

  static func severalVerified(_ albums: [AlbumIdentity]) -> String {
    "\(albums.count) different albums were recognized in one photo:"
      + " \(albums.map(\.words).joined(separator: "; ")). Choose one with albumscanctl accept."
  }

  static func contradicted(_ album: AlbumIdentity, by other: AlbumIdentity?) -> String {
    let instead = other.map { "; that of \($0.words) is" } ?? ""
    return "The artwork of \(album.words) isn't in the photo\(instead). Choose one with albumscanctl accept."
  }

  static func wordsDiffer(_ printed: AlbumIdentity, from named: AlbumIdentity) -> String {
    "The text on the sleeve says \(printed.words), but the model says \(named.words)."
      + " Choose one with albumscanctl accept."
  }

  /// What was read, behind the reason why it led to nothing; empty where nothing was.
  package static func read(_ printed: PrintedText) -> String {
    guard let text = Cleaned.text(printed.text.replacing("\n", with: " / "), limit: 160) else { return "" }
    return ". Read on it: “\(text)”"
  }

  static func sharedBarcode(_ albums: [AlbumIdentity]) -> String {
    "The barcode in the photo belongs to several albums: \(albums.map(\.words).joined(separator: "; "))."
      + " Choose one with albumscanctl accept."
  }

  static func rejected(_ album: AlbumIdentity) -> String {
    "You rejected \(album.words) for this photo; these are the next best. Choose one with albumscanctl accept."
  }

  static func nothingBut(_ album: AlbumIdentity) -> String {
    "\(ProgressLine.notIdentified): you rejected \(album.words) for this photo, and nothing else fits what was read on"
      + " it."
  }

  static func stated(_ album: Identification, near count: Int) -> String {
    let which = count == 1 ? "an album that comes close to" : "\(count) albums that come close to"
    return
      "MusicBrainz has \(which) \(album.identity.words). Choose one with albumscanctl accept; the last is the album"
      + " as you named it."
  }

  static let severalNamed =
    "You named several albums for photos like this one. Choose one with albumscanctl accept."

  static func shared(_ statement: String, by count: Int) -> String {
    "MusicBrainz has \(count) albums with \(statement). Choose one with albumscanctl accept."
  }

  package static func missing(_ statement: String) -> String { "MusicBrainz has no album with \(statement)" }

  package static func hintAfterMissing(_ id: ScanID) -> String {
    "Name the album instead: \(Remedy.name(id))"
  }

  static let hintAfterRejection =
    "Try another photo of the front, or read this one again with albumscanctl retry"
}
