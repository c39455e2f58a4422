import ArgumentParser
import DrawnCovers
import Foundation

/// Writes a collection of covers to be learned, and photos of them as hands take them.
struct DrawLibrary: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes drawn covers with what they are beside them, and hard photos of them.",
    discussion: "One photo in the end shows a cover that isn't in the collection.")

  @Argument(help: "The folder for the covers; made where it is missing.")
  var library: String

  @Argument(help: "The folder for the photos; made where it is missing.")
  var photos: String

  @Option(help: "How many covers are photographed.")
  var count = 7

  private struct Sidecar: Encodable {
    let artistName: String
    let albumTitle: String
    let releaseYear: String
    let genres: [String]
    let recordLabel: String
  }

  func validate() throws {
    let most = DrawnCollection.albums.count - 1
    guard (1...most).contains(count) else { throw ValidationError("--count must be between 1 and \(most).") }
  }

  func run() throws {
    let (shelf, inbox) = (URL(filePath: library), URL(filePath: photos))
    for folder in [shelf, inbox] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    // Its words say what it is, to whoever can read.
    let untaught = DrawnCollection.brassTacks
    let known = DrawnCollection.albums.filter { $0 != untaught }
    for (number, album) in known.enumerated() {
      let name = "cover-\(number + 1)"
      try DrawnCover(album).jpeg(size: 600).write(to: shelf.appending(path: "\(name).jpg"))
      let sidecar = Sidecar(
        artistName: album.artistName, albumTitle: album.albumTitle, releaseYear: album.releaseYear,
        genres: album.genres, recordLabel: album.recordLabel)
      try JSONEncoder().encode(sidecar).write(to: shelf.appending(path: "\(name).json"))
    }
    let faults = HardPhoto.Fault.allCases
    for (number, album) in (known.prefix(count) + [untaught]).enumerated() {
      let photo = try HardPhoto(album, faults[number % faults.count], number: number).jpeg()
      try photo.write(to: inbox.appending(path: "IMG_\(1001 + number).jpg"))
    }
  }
}
