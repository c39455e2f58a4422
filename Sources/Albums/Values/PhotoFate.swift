/// What happens to a photo after its scan (`photos.afterwards`).
package enum PhotoFate: String, CaseIterable, Sendable {
  /// To `originals/YYYY-MM/`.
  case move
  /// It stays in the inbox, remembered.
  case keep
  case delete
}
