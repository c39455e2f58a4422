/// The imaging process's jobs: its first argument.
package enum ImagingJob: String, Sendable {
  /// Turns a photo into a square picture.
  case picture
  /// Turns all of a photo into a square picture.
  case whole
  /// Turns a photo into a square picture, with its features and barcodes.
  case study
  /// Turns a downloaded cover into a page's artwork and thumbnail.
  case artwork
  /// Turns a cover into the picture that a page holds.
  case page
  /// Turns a cover into a square for a disc of the wallet.
  case disc
  /// Extracts a cover's features.
  case cover
  /// Takes a `MatchRequest`, and says which of the covers are in the photo.
  case match
  /// Takes a `MatchRequest` with the file of a cover instead of its features; extracts these, and says whether the cover
  /// is in the photo.
  case compare
  /// Reads the text in a prepared picture.
  case read

  /// The largest input, in bytes; a 50-megapixel photo has about 25 million.
  package static let maximumInput = 64 << 20

  /// The second argument of a process beside which another runs: it must refuse a picture that takes much memory.
  package static let light = "light"

  /// The last argument of `study` for one of several sleeves: `part=` and the coordinates of its corners, in
  /// ten-thousandths of the upright photo's width and height.
  package static func argument(part corners: [SIMD2<Double>]) -> String {
    let parts = corners.flatMap { [$0.x, $0.y] }.map { "\(Int(($0 * ImagingReply.partsOfSide).rounded()))" }
    return "part=" + parts.joined(separator: ",")
  }

  /// The corners in such an argument; nil if it is another.
  package static func part(inArgument argument: String) -> [SIMD2<Double>]? {
    guard argument.hasPrefix("part=") else { return nil }
    let parts = argument.dropFirst(5).split(separator: ",", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard parts.count == 8, parts.allSatisfy({ 0...Int(ImagingReply.partsOfSide) ~= $0 }) else { return nil }
    return stride(from: 0, to: 8, by: 2).map {
      SIMD2(Double(parts[$0]), Double(parts[$0 + 1])) / ImagingReply.partsOfSide
    }
  }
}
