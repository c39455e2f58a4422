/// The possible sources of a disc's picture, best first.
package enum PictureSource: String, Codable, CaseIterable, Sendable {
  /// In the file of its first track.
  case embedded
  /// What MPD finds beside that.
  case folder
  /// Pictures that MPD doesn't look for: `front.jpg`, and those above the folders of discs.
  case nearby
  case scan
  case archive

  /// In music files, or beside them: nobody but MPD can say which those are.
  var isOfLibrary: Bool {
    switch self {
    case .embedded, .folder, .nearby: true
    case .scan, .archive: false
    }
  }

  /// For people.
  package var words: String {
    switch self {
    case .embedded: "in the music file"
    case .folder: "beside the music file"
    case .nearby: "in the album's folders"
    case .scan: "of its scan"
    case .archive: "from the Cover Art Archive"
    }
  }
}
