import ArgumentParser
import DrawnCovers
import Foundation

/// Writes a set of labeled photos for `albumscan-eval`.
struct DrawSet: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes drawn covers and hard photos of them, as albumscan-eval reads them.",
    discussion: """
      Each cover is photographed once in each way. On a table: \(words(HardPhoto.Fault.self)). As used records are: \
      \(words(HeldPhoto.Kind.self)). Where each sleeve lies is in sleeves.csv, in parts of the photo's width and height.
      """)

  @Argument(help: "The folder to write into; made where it is missing.")
  var folder: String

  @Option(help: "How many covers are photographed.")
  var covers = 80

  @Option(help: "How many covers there are beside those.")
  var others = 100

  @Option(help: "A way to photograph them; may be given several times. All, unless given.")
  var kind: [String] = []

  func validate() throws {
    guard covers > 0, others >= 0 else { throw ValidationError("--covers must be at least 1.") }
    let known = HardPhoto.Fault.allCases.map(\.rawValue) + HeldPhoto.Kind.allCases.map(\.rawValue)
    if let other = kind.first(where: { !known.contains($0) }) { throw ValidationError("--kind \(other) isn't known.") }
  }

  func run() throws {
    let root = URL(filePath: folder)
    let names = root.appending(path: "covers")
    try FileManager.default.createDirectory(at: names, withIntermediateDirectories: true)
    for number in 0..<(covers + others) {
      try InventedCover(number).jpeg(size: 600).write(to: names.appending(path: Self.name(number)))
    }
    var sleeves = ["photo,x1,y1,x2,y2,x3,y3,x4,y4"]
    for fault in HardPhoto.Fault.allCases {
      sleeves += try write(fault.rawValue, below: root) { number in
        let photo = HardPhoto(InventedCover(number), fault)
        return (try photo.jpeg(), photo.corners.flatMap { [$0.0 / Double(photo.width), $0.1 / Double(photo.height)] })
      }
    }
    for held in HeldPhoto.Kind.allCases {
      sleeves += try write(held.rawValue, below: root) { number in
        let photo = HeldPhoto(InventedCover(number), held)
        return (try photo.jpeg(), photo.corners.flatMap { [$0.0 / Double(photo.width), $0.1 / Double(photo.height)] })
      }
    }
    try Data((sleeves.joined(separator: "\n") + "\n").utf8).write(to: root.appending(path: "sleeves.csv"))
  }

  /// - Parameter draw: gives the photo, and where its sleeve's corners lie in parts of its width and height.
  /// - Returns: a line of `sleeves.csv` for each photo.
  private func write(_ name: String, below root: URL, _ draw: (Int) throws -> (Data, [Double])) throws -> [String] {
    guard kind.isEmpty || kind.contains(name) else { return [] }
    let photos = root.appending(path: "photos/\(name)")
    try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
    return try (0..<covers).map { number in
      let (jpeg, corners) = try draw(number)
      try jpeg.write(to: photos.appending(path: Self.name(number)))
      return (["\(name)/\(Self.name(number))"] + corners.map { "\($0)" }).joined(separator: ",")
    }
  }

  private static func words<Kind: CaseIterable & RawRepresentable<String>>(_ kinds: Kind.Type) -> String {
    Kind.allCases.map(\.rawValue).joined(separator: ", ")
  }

  /// With the style, so that a miss says what was missed.
  private static func name(_ number: Int) -> String { "\(InventedCover(number).style)-\(number).jpg" }
}
