/// A known cover.
package struct KnownCover: Equatable, Sendable {
  /// Names the cover; whoever adds it chooses. A cover that is added under a key that is there replaces it.
  package let key: String
  /// Names the album; covers of one album don't compete with each other.
  package let album: String

  /// Where its features lie in the file, and what they and its names add up to.
  let features: Range<Int>
  let payloadEnd: Int
  let checksum: UInt32
}
