import CFeatures
import CRecognition
import CReferenceSIFT
import DrawnCovers
import Testing

@Suite struct SIFTTests {
  private struct Feature {
    /// In pixels.
    var x: Double
    var y: Double
    /// Of 128 numbers, as `cfeature` has it.
    var descriptor: [Double]

    func distance(from other: Feature) -> Double {
      ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
    }

    func likeness(to other: Feature) -> Double {
      func dot(_ one: [Double], _ other: [Double]) -> Double { zip(one, other).reduce(0) { $0 + $1.0 * $1.1 } }
      return dot(descriptor, other.descriptor)
        / (dot(descriptor, descriptor) * dot(other.descriptor, other.descriptor)).squareRoot()
    }
  }

  private static let wanted = 600

  private func gray(_ picture: borrowing Canvas) -> [UInt8] {
    (0..<picture.width * picture.height).map { index in
      let pixel = picture.pixels[index]
      return UInt8((299 * (pixel & 255) + 587 * (pixel >> 8 & 255) + 114 * (pixel >> 16 & 255)) / 1000)
    }
  }

  private func ours(_ gray: [UInt8], width: Int, height: Int) -> [Feature] {
    let found = [cfeature](unsafeUninitializedCapacity: Self.wanted) { room, count in
      count = Int(crecognition_features(gray, Int32(width), Int32(height), Int32(Self.wanted), room.baseAddress))
    }
    return found.map { feature in
      Feature(
        x: Double(feature.x) / 65_535 * Double(width), y: Double(feature.y) / 65_535 * Double(height),
        descriptor: withUnsafeBytes(of: feature.descriptor) { $0.map(Double.init) })
    }
  }

  private func reference(_ gray: [UInt8], width: Int, height: Int) -> [Feature] {
    var places = [Float](repeating: 0, count: 2 * Self.wanted)
    var descriptors = [Float](repeating: 0, count: 128 * Self.wanted)
    let count = creference_sift(gray, Int32(width), Int32(height), Int32(Self.wanted), &places, &descriptors)
    return (0..<Int(count)).map { (index: Int) -> Feature in
      let numbers: [Double] = descriptors[(128 * index)...].prefix(128).map { Double($0).squareRoot() }
      return Feature(x: Double(places[2 * index]), y: Double(places[2 * index + 1]), descriptor: numbers)
    }
  }

  /// Stored covers, and those of other versions, have features of either.
  @Test(arguments: [HardPhoto.Fault.plain, .tilted, .dim, .cluttered])
  func `most features are OpenCV's, with the same descriptors`(fault: HardPhoto.Fault) throws {
    var photo = HardPhoto(InventedCover(6), fault)
    (photo.width, photo.height) = (640, 480)
    let gray = gray(photo.picture())
    let (ours, reference) = (ours(gray, width: 640, height: 480), reference(gray, width: 640, height: 480))
    #expect(abs(ours.count - reference.count) <= reference.count / 25)
    let shared = reference.count { one in
      ours.contains { $0.distance(from: one) < 0.1 && $0.likeness(to: one) > 0.99 }
    }
    // Where next to nothing changes, 16 bits decide otherwise than floating-point numbers.
    #expect(shared * 10 >= reference.count * 9)
  }

  /// A quarter turn moves pixels, but no level between them.
  @Test func `a picture on its side has the same features, turned`() throws {
    let upright = gray(InventedCover(2).picture(size: 480))
    let turned = (0..<480 * 480).map { (index: Int) -> UInt8 in
      let (row, column) = (index / 480, index % 480)
      return upright[(479 - column) * 480 + row]
    }
    let (before, after) = (ours(upright, width: 480, height: 480), ours(turned, width: 480, height: 480))
    #expect(before.count > 100)
    let shared = before.count { one in
      let place = Feature(x: 479 - one.y, y: one.x, descriptor: one.descriptor)
      return after.contains { $0.distance(from: place) < 1 && $0.likeness(to: place) > 0.98 }
    }
    // The enlarged picture is sampled from other places, so that faint features come and go.
    #expect(shared * 5 >= before.count * 4)
  }

  @Test(arguments: [(1, 1), (3, 200), (640, 2), (8, 8), (9, 31)])
  func `pictures that are too small for a scale have no features`(width: Int, height: Int) throws {
    let noise = (0..<width * height).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
    #expect(ours(noise, width: width, height: height).allSatisfy { (0...Double(width)).contains($0.x) })
  }
}
