/// What a photo shows of a record.
package enum PhotoSide: String, CaseIterable, Codable, Sendable {
  case front, back, spine, label, inner, other
}

extension AlbumDocument {
  /// The photos of the record, for people: "Front and back: IMG_1.jpg, IMG_2.jpg". Nil if there is only one.
  package var photosWords: String? {
    guard photos.count > 1 else { return nil }
    let names = photos.map(\.name).joined(separator: ", ")
    if photos.map(\.kind) == [.front, .back] { return "Front and back: \(names)" }
    return "\(photos.count) photos: "
      + photos.map { $0.kind == .other ? $0.name : "\($0.name) (\($0.kind.rawValue))" }.joined(separator: ", ")
  }
}
