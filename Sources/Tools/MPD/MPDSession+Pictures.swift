/// The pictures of songs.
extension MPDSession {
  package enum PictureSource: CaseIterable, Sendable {
    /// In the file itself.
    case embedded
    /// `cover.jpg` and the like in the file's folder.
    case folder
  }

  /// Larger ones count as none.
  package static let largestPicture = 20 << 20

  /// A song's picture, whole, in whatever format it is; nil where there is none.
  /// - Throws: `malformed` where it changed while it was read.
  package func picture(of file: String, from source: PictureSource) async throws(MPDError) -> [UInt8]? {
    var picture: [UInt8] = []
    while true {
      let piece: MPDReply
      do {
        switch source {
        case .embedded: piece = try await ask("readpicture", file, "\(picture.count)")
        case .folder: piece = try await ask("albumart", file, "\(picture.count)")
        }
      } catch .refused(let refusal) where picture.isEmpty && [.notFound, .unknownCommand].contains(refusal.code) {
        return nil
      }
      if picture.isEmpty, piece == MPDReply() { return nil }
      guard let size = piece["size"].flatMap({ Int($0) }), size >= 0 else {
        throw .malformed("a picture without a size")
      }
      guard size <= Self.largestPicture else { throw .tooLarge("a picture of \(size) bytes") }
      // A piece may be as short as MPD likes; without any it would go on for ever.
      picture += piece.binary
      if picture.count == size { return size == 0 ? nil : picture }
      guard !piece.binary.isEmpty, picture.count < size else {
        throw .malformed("a picture that changed while it was read")
      }
    }
  }
}
