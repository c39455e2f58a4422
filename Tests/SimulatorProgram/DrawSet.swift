import ArgumentParser
import DrawnCovers
import Foundation

/// Writes a set of labelled photos for `albumscanctl eval`.
struct DrawSet: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes drawn covers and hard photos of them, as albumscanctl eval reads them.",
    discussion: "Each cover is photographed once with each fault: tilted, blurred, glaring, dim, covered, cluttered.")

  @Argument(help: "The folder to write into; made where it is missing.")
  var folder: String

  @Option(help: "How many covers are photographed.")
  var covers = 80

  @Option(help: "How many covers there are beside those.")
  var others = 100

  func validate() throws {
    guard covers > 0, others >= 0 else { throw ValidationError("--covers must be at least 1.") }
  }

  func run() throws {
    let root = URL(filePath: folder)
    let names = root.appending(path: "covers")
    try FileManager.default.createDirectory(at: names, withIntermediateDirectories: true)
    for number in 0..<(covers + others) {
      try InventedCover(number).jpeg(size: 600).write(to: names.appending(path: Self.name(number)))
    }
    for fault in HardPhoto.Fault.allCases {
      let photos = root.appending(path: "photos/\(fault.rawValue)")
      try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
      for number in 0..<covers {
        try HardPhoto(InventedCover(number), fault).jpeg().write(to: photos.appending(path: Self.name(number)))
      }
    }
  }

  /// With the style, so that a miss says what was missed.
  private static func name(_ number: Int) -> String { "\(InventedCover(number).style)-\(number).jpg" }
}
