import ArgumentParser
import DrawnCovers
import Foundation

/// Writes photos of the drawn covers as a phone would have taken them.
struct Draw: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Writes drawn phone photos, IMG_0001.jpg and so on.")

  @Argument(help: "The folder to write into; made where it is missing.")
  var folder: String

  @Option(help: "How many; from the beginning again when there are more than covers. As many as covers unless given.")
  var photos: Int?

  @Option(
    help: "In place of the others, so many of the albums that serve --invented knows, each in one hand or on a table.")
  var invented: Int?

  @Option(help: "Million pixels a photo.")
  var megapixels = 12.0

  func validate() throws {
    guard photos.map({ $0 > 0 }) ?? true else { throw ValidationError("--photos must be at least 1.") }
    guard (0.01...200).contains(megapixels) else { throw ValidationError("--megapixels must be between 0.01 and 200.") }
  }

  func run() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if let invented { return try drawInvented(invented) }
    let albums = DrawnCollection.albums
    for number in 1...(photos ?? albums.count) {
      var photo = DrawnPhoto(albums[(number - 1) % albums.count]).megapixels(megapixels)
      // Phones lie on every side; the tag says on which.
      photo.exif = ExifBlock(orientation: [1, 6, 3, 8][(number - 1) % 4])
      // A second round shall not have the same bytes.
      photo.quality = 85 - (number - 1) / albums.count % 40
      try write(try photo.jpeg(), number)
    }
  }

  private func drawInvented(_ count: Int) throws {
    let kinds = HeldPhoto.Kind.allCases
    for (index, album) in InventedAlbum.albums(count).enumerated() {
      try write(try HeldPhoto(album, kinds[index % kinds.count]).jpeg(), index + 1)
    }
  }

  private func write(_ jpeg: Data, _ number: Int) throws {
    let name = "IMG_" + String(repeating: "0", count: max(0, 4 - String(number).count)) + "\(number).jpg"
    try jpeg.write(to: URL(filePath: folder).appending(path: name))
  }
}
