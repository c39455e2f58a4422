/// The pictures that a page holds, as JPEG: a phone hands the browser one file, and nothing beside it.
package struct PagePictures: Equatable, Sendable {
  package var artwork: [UInt8]?
  /// 200 pixels wide.
  package var thumbnail: [UInt8]?
  /// Covers of candidates, by number.
  package var candidates: [Int: [UInt8]] = [:]

  package init(artwork: [UInt8]? = nil, thumbnail: [UInt8]? = nil, candidates: [Int: [UInt8]] = [:]) {
    self.artwork = artwork
    self.thumbnail = thumbnail
    self.candidates = candidates
  }
}
