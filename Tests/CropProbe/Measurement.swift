import Foundation
import Imaging

/// What one photo's crop shows of its covers, and what its middle square would have shown.
struct Measurement: CustomStringConvertible {
  let name: String
  let isFound: Bool
  /// How much of what was found and of the cover is common to both: intersection over union.
  let overlap: Double
  /// Of the part of the covers that is in the photo, how much the picture shows.
  let shareInMiddle: Double
  let shareInCrop: Double
  /// How many times as many pixels of the picture show a cover.
  let gain: Double

  /// What rounding may take.
  private static let tolerance = 0.002

  var isRight: Bool { isFound && overlap > 0.8 }
  var isWorse: Bool { shareInCrop < shareInMiddle - Self.tolerance || gain < 1 - Self.tolerance }

  init(of sample: Sample) throws {
    let picture = try sample.photo.withUnsafeBytes { try CoverPicture(ofPhoto: $0) }
    let size = SIMD2(Double(picture.photoWidth), Double(picture.photoHeight))
    let photo = Self.rectangle(.zero, size)
    let visible = sample.covers.map { Shape($0.map { $0 * size }).part(in: photo) }.filter { $0.area > 0 }
    let short = min(size.x, size.y)
    let middle = Self.rectangle((size - short) / 2, SIMD2(repeating: short))
    let crop = Self.rectangle(
      SIMD2(picture.crop.left, picture.crop.top) * size, SIMD2(picture.crop.width, picture.crop.height) * size)
    let all = visible.reduce(0) { $0 + $1.area }
    func shown(_ square: Shape) -> Double { visible.reduce(0) { $0 + $1.part(in: square).area } }

    name = sample.name
    isFound = picture.crop.cover != nil
    let found = Shape((picture.crop.cover ?? []).map { $0 * size })
    overlap = sample.covers.map { Shape($0.map { $0 * size }).overlap(with: found) }.max() ?? 0
    shareInMiddle = all > 0 ? shown(middle) / all : 1
    shareInCrop = all > 0 ? shown(crop) / all : 1
    gain = shown(middle) > 0 ? shown(crop) / crop.area / (shown(middle) / middle.area) : 1
  }

  private static func rectangle(_ corner: SIMD2<Double>, _ size: SIMD2<Double>) -> Shape {
    Shape([corner, corner + SIMD2(size.x, 0), corner + size, corner + SIMD2(0, size.y)])
  }

  var description: String {
    "\(name), overlap \(Self.number(overlap)), \(Self.number(shareInMiddle)) of the cover became "
      + "\(Self.number(shareInCrop)), \(Self.number(gain)) times the pixels"
  }

  static func row(_ name: String, _ measurements: [Measurement]) -> String {
    func mean(_ value: (Measurement) -> Double) -> String {
      number(measurements.reduce(0) { $0 + value($1) } / Double(max(1, measurements.count)))
    }
    func count(_ condition: (Measurement) -> Bool) -> String { padded(String(measurements.count(where: condition)), 7) }
    return name.padding(toLength: 14, withPad: " ", startingAt: 0) + padded(String(measurements.count), 8)
      + count(\.isFound) + count(\.isRight) + "     " + mean(\.shareInMiddle) + "  " + mean(\.shareInCrop) + "  "
      + number(measurements.map(\.shareInCrop).min() ?? 1) + "     " + mean(\.gain) + "  " + count(\.isWorse)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private static func number(_ value: Double) -> String { String(format: "%6.3f", value) }
}
