import ArgumentParser
import DrawnCovers
import Foundation

/// Writes a collection of covers to be learned, and photos as people take them.
struct DrawLibrary: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes drawn covers with what they are beside them, and photos for the demo.",
    discussion: """
      IMG_1001.jpg and on show covers that are in the collection. IMG_2001.jpg and on show covers that aren't, which \
      serve --sleeves knows. IMG_3001.jpg shows two of the collection's covers, and IMG_3002.jpg a wall.
      Which album each of the others shows is in albums.json beside them.
      """)

  @Argument(help: "The folder for the covers; made where it is missing.")
  var library: String

  @Argument(help: "The folder for the photos; made where it is missing.")
  var photos: String

  @Option(help: "How many of the collection's covers are photographed one by one.")
  var count = 4

  @Option(help: "How many covers are in the collection; all others aren't taught.")
  var learned = 6

  private struct Sidecar: Encodable {
    let artistName: String
    let albumTitle: String
    let releaseYear: String
    let genres: [String]
    let recordLabel: String
  }

  func validate() throws {
    let most = DrawnCollection.sleeves.count
    guard (2...most).contains(learned) else { throw ValidationError("--learned must be between 2 and \(most).") }
    guard (1...learned).contains(count) else { throw ValidationError("--count must be between 1 and \(learned).") }
  }

  func run() throws {
    let (shelf, inbox) = (URL(filePath: library), URL(filePath: photos))
    for folder in [shelf, inbox] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let known = DrawnCollection.sleeves.prefix(learned)
    for (number, album) in known.enumerated() {
      let name = "cover-\(number + 1)"
      try DrawnCover(album).jpeg(size: 600).write(to: shelf.appending(path: "\(name).jpg"))
      let sidecar = Sidecar(
        artistName: album.artistName, albumTitle: album.albumTitle, releaseYear: album.releaseYear,
        genres: album.genres, recordLabel: album.recordLabel)
      try JSONEncoder().encode(sidecar).write(to: shelf.appending(path: "\(name).json"))
    }
    var shown: [String: String] = [:]
    func write(_ photo: Data, _ number: Int, _ album: DrawnAlbum? = nil) throws {
      shown["IMG_\(number).jpg"] = album.map { "\($0.artistName) – \($0.albumTitle)" }
      try photo.write(to: inbox.appending(path: "IMG_\(number).jpg"))
    }
    // What a machine recognizes, people may hold as they like; what a model reads is held a little better.
    let (hard, easy) = ([HeldPhoto.Kind.used, .shelved, .magazines, .reflecting], [HeldPhoto.Kind.worn, .fingered])
    for (number, album) in known.prefix(count).enumerated() {
      try write(try HeldPhoto(album, hard[number % hard.count]).jpeg(), 1001 + number, album)
    }
    for (number, album) in DrawnCollection.sleeves.dropFirst(learned).enumerated() {
      try write(try HeldPhoto(album, easy[number % easy.count]).jpeg(), 2001 + number, album)
    }
    let pair = DrawnPhoto.Subject.fronts(known[known.endIndex - 2], known[known.endIndex - 1])
    try write(try DrawnPhoto(pair).megapixels(3).jpeg(), 3001)
    // Taken by accident.
    try write(try JPEGWriter.jpeg(of: Canvas(width: 960, height: 1280, color: Color(0xcfc6b4)), quality: 85), 3002)
    try JSONEncoder().encode(shown).write(to: inbox.appending(path: "albums.json"))
  }
}
