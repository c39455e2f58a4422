import ArgumentParser
import DrawnCovers
import Foundation

/// Writes photos of backs, to measure how barcodes are read.
struct DrawBacks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "draw-backs",
    abstract: "Writes drawn photos of backs with barcodes of several sizes, for Benchmarks/barcodes.py.",
    discussion: "Named by the pixels of a barcode's narrowest bar, sharp or soft, and the barcode.")

  @Argument(help: "The folder to write into; made where it is missing.")
  var folder: String

  @Option(help: "How many of each kind.")
  var photos = 8

  func validate() throws {
    guard (1...1000).contains(photos) else { throw ValidationError("--photos must be between 1 and 1000.") }
  }

  func run() throws {
    let root = URL(filePath: folder)
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    for module in [5.0, 3, 2.4, 2, 1.7] {
      for blur in [0, 1] {
        for number in 0..<photos {
          var photo = BackPhoto(DrawnCollection.albums[number % DrawnCollection.albums.count])
          (photo.width, photo.height, photo.blur) = (4032, 3024, blur)
          photo.share = module / DrawnBack.module / Double(photo.height)
          // No two alike, and none as scanners like them.
          photo.turn = Double(number * 47 + Int(module * 10) * 13 % 360)
          let name = "\(module)-\(blur == 0 ? "sharp" : "soft")-\(number)-\(photo.album.barcode).jpg"
          try photo.jpeg().write(to: root.appending(path: name))
        }
      }
    }
  }
}
