internal import Albums
internal import Foundation
internal import SystemPackage

/// A line of `albums.csv`: an album to be reviewed without a scan.
struct ListedAlbum {
  let artist: String
  let title: String
  /// Four digits; nil where it isn't said.
  let year: String?
  /// In a word, what kind of album it is to critics: acclaimed, poor, obscure.
  let kind: String

  struct Unfit: Error, CustomStringConvertible { let description: String }

  var identification: Identification {
    Identification(
      artistName: artist, albumTitle: title, releaseYear: year, means: .person, confidence: .claimed, evidence: [])
  }

  static func all(in file: FilePath) throws(Unfit) -> [ListedAlbum] {
    guard let text = try? String(contentsOfFile: file.string, encoding: .utf8) else {
      throw Unfit(
        description:
          "\(file) can't be read. It has to list the albums: artist,title,year,kind. docs/reviews has an example."
      )
    }
    var lines = text.split(whereSeparator: \.isNewline)
    guard lines.first?.filter({ !$0.isWhitespace }).lowercased() == "artist,title,year,kind" else {
      throw Unfit(description: "The first line of \(file) must be artist,title,year,kind.")
    }
    lines.removeFirst()
    guard !lines.isEmpty else { throw Unfit(description: "\(file) lists no albums.") }
    var albums: [ListedAlbum] = []
    for (number, line) in lines.enumerated() {
      let fields = LabelledPhotos.fields(in: line)
      guard fields.count == 4, !fields[0].isEmpty, !fields[1].isEmpty else {
        throw Unfit(description: "Line \(number + 2) of \(file) doesn't contain artist,title,year,kind.")
      }
      albums.append(
        ListedAlbum(artist: fields[0], title: fields[1], year: fields[2].isEmpty ? nil : fields[2], kind: fields[3]))
    }
    return albums
  }
}
