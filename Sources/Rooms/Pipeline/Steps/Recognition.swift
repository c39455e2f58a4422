internal import Albums
internal import Records

/// What was recognized in a photo without asking a model: what this computer knows, and what MusicBrainz has for the
/// barcodes and the text in it.
struct Recognition: Codable, Equatable, Sendable {
  /// An album that was recognized, with its artwork.
  struct Cover: Codable, Equatable, Sendable {
    var album: AlbumIdentity
    var artwork: KeptArtwork
  }

  /// An earlier scan of the same bytes with a result, whose steps were reused.
  var samePhoto: ScanID?
  /// Albums that the picture itself confirms or contradicts.
  @EmptyIfMissing var proofs: [Proof] = []
  /// The artwork of albums that were recognized by their cover, the text, or a barcode.
  @EmptyIfMissing var covers: [Cover] = []
  /// Albums of photos like this one, which a person named: they prove nothing.
  @EmptyIfMissing var likenesses: [Proof] = []
  /// Albums that share a barcode in the photo; it is one of them.
  @EmptyIfMissing var sharing: [Proof] = []
  /// Whether no name can be read in the part of the photo that the picture shows, so that it may be the wrong part.
  var doubtsCrop: Bool?
  /// Known covers in the photo that aren't its subject.
  @EmptyIfMissing var beside: [Evidence] = []
  /// The text on the sleeve; nil if it wasn't read.
  var printed: TextMatchResult?

  private enum CodingKeys: String, CodingKey {
    case samePhoto
    // As ledgers have it.
    case proofs = "known"
    case likenesses = "named"
    case covers, sharing, doubtsCrop, beside, printed
  }

  /// The artwork of an album that was recognized.
  func artwork(of album: AlbumIdentity) -> KeptArtwork? { covers.first { $0.album.isSame(as: album) }?.artwork }
}
