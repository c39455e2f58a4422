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

  @Option(help: "In place of the others, photos of so many sleeves at once; where each lies is in sleeves.csv.")
  var sleeves: Int?

  @Option(
    help: "How the sleeves of --sleeves lie: \(SpreadPhoto.Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
  var kind = SpreadPhoto.Kind.floor.rawValue

  @Flag(help: "With --sleeves, in place of the collection's covers: fronts without number, no two alike.")
  var nameless = false

  @Flag(help: "With --sleeves, the covers that the photos of single ones show.")
  var plain = false

  @Flag(help: "In place of the others, front and back of each album, taken 20 seconds apart.")
  var backs = false

  @Option(help: "Million pixels a photo.")
  var megapixels = 12.0

  func validate() throws {
    guard photos.map({ $0 > 0 }) ?? true else { throw ValidationError("--photos must be at least 1.") }
    guard sleeves.map({ (2...16).contains($0) }) ?? true else {
      throw ValidationError("--sleeves must be between 2 and 16.")
    }
    guard SpreadPhoto.Kind(rawValue: kind) != nil else { throw ValidationError("--kind \(kind) isn't known.") }
    guard (0.01...200).contains(megapixels) else { throw ValidationError("--megapixels must be between 0.01 and 200.") }
  }

  func run() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if let invented { return try drawInvented(invented) }
    if let sleeves, let kind = SpreadPhoto.Kind(rawValue: kind) { return try drawSleeves(sleeves, kind) }
    if backs { return try drawBacks() }
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

  private func drawBacks() throws {
    let albums = DrawnCollection.albums
    for number in 0..<(photos ?? albums.count) {
      let album = albums[number / 2 % albums.count]
      var photo = DrawnPhoto(number % 2 == 0 ? .front(album) : .back(album)).megapixels(megapixels)
      let (minute, second) = (number / 3, number % 3 * 20)
      photo.exif = ExifBlock(
        gps: false, taken: "2026:11:21 \(14 + minute / 60):\(Self.two(minute % 60)):\(Self.two(second))")
      try write(try photo.jpeg(), number + 1)
    }
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private func drawInvented(_ count: Int) throws {
    let kinds = HeldPhoto.Kind.allCases
    for (index, album) in InventedAlbum.albums(count).enumerated() {
      try write(try HeldPhoto(album, kinds[index % kinds.count]).jpeg(), index + 1)
    }
  }

  private func drawSleeves(_ count: Int, _ kind: SpreadPhoto.Kind) throws {
    let albums = plain ? DrawnCollection.albums : DrawnCollection.sleeves
    var places = ["photo,x1,y1,x2,y2,x3,y3,x4,y4"]
    for number in 1...(photos ?? 4) {
      let photo =
        nameless
        ? SpreadPhoto(number, kind, of: count)
        : SpreadPhoto(
          (0..<count).map { albums[((number - 1) * count + $0) % albums.count] }, kind, number: number)
      try write(try photo.jpeg(), number)
      for corners in photo.sleeves {
        let parts = corners.flatMap { [$0.0 / Double(photo.width), $0.1 / Double(photo.height)] }
        places.append(([Self.name(number)] + parts.map { "\($0)" }).joined(separator: ","))
      }
    }
    try Data((places.joined(separator: "\n") + "\n").utf8).write(
      to: URL(filePath: folder).appending(path: "sleeves.csv"))
  }

  private static func name(_ number: Int) -> String {
    "IMG_" + String(repeating: "0", count: max(0, 4 - String(number).count)) + "\(number).jpg"
  }

  private func write(_ jpeg: Data, _ number: Int) throws {
    try jpeg.write(to: URL(filePath: folder).appending(path: Self.name(number)))
  }
}
