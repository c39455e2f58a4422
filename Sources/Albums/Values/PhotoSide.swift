/// What a photo shows of a record.
package enum PhotoSide: String, CaseIterable, Codable, Sendable {
  case front, back, spine, label, inner, other
}

extension AlbumDocument {
  /// One of several photos of a record.
  package struct RecordPhoto: Codable, Equatable, Sendable {
    package var name: String
    package var sha256: String
    /// Where it is now, relative to the root; null once it was deleted.
    @Nullable package var now: String?
    package var kind: PhotoSide

    package init(name: String, sha256: String, now: String?, kind: PhotoSide) {
      self.name = name
      self.sha256 = sha256
      _now = Nullable(wrappedValue: now)
      self.kind = kind
    }
  }

  /// The photos of the record, for people: "Front and back: IMG_1.jpg, IMG_2.jpg". Nil if there is only one.
  package var photosWords: String? {
    guard photos.count > 1 else { return nil }
    let names = photos.map(\.name).joined(separator: ", ")
    if photos.map(\.kind) == [.front, .back] { return "Front and back: \(names)" }
    return "\(photos.count) photos: "
      + photos.map { $0.kind == .other ? $0.name : "\($0.name) (\($0.kind.rawValue))" }.joined(separator: ", ")
  }
}
