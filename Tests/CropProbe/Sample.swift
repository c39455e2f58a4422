import DrawnCovers
import Foundation
import Imaging
import Recognition

/// A photo of which it is known where its covers lie.
struct Sample {
  let group: String
  let name: String
  let photo: Data
  /// In parts of the photo's width and height.
  let covers: [[SIMD2<Double>]]
}

extension Sample {
  static func drawn(_ count: Int) throws -> [Sample] {
    var samples: [Sample] = []
    for number in 0..<count {
      for stage in StagedPhoto.Stage.allCases {
        let photo = StagedPhoto(number, stage)
        let size = SIMD2(Double(photo.width), Double(photo.height))
        samples.append(
          Sample(
            group: stage.rawValue, name: "\(stage.rawValue)-\(number)", photo: try photo.jpeg(),
            covers: photo.covers.map { $0.map { SIMD2($0.0, $0.1) / size } }))
      }
      for fault in HardPhoto.Fault.allCases {
        let photo = HardPhoto(InventedCover(number), fault)
        let size = SIMD2(Double(photo.width), Double(photo.height))
        samples.append(
          Sample(
            group: fault.rawValue, name: "\(fault.rawValue)-\(number)", photo: try photo.jpeg(),
            covers: [photo.corners.map { SIMD2($0.0, $0.1) / size }]))
      }
    }
    return samples
  }

  /// A folder as `albumscanctl eval` reads it; the truth is where the right cover's features are found.
  static func labelled(_ folder: URL) throws -> [Sample] {
    let files = FileManager.default
    var samples: [Sample] = []
    for camera in try files.contentsOfDirectory(atPath: folder.appending(path: "photos").path).sorted() {
      let photos = folder.appending(path: "photos/\(camera)")
      for name in try files.contentsOfDirectory(atPath: photos.path).sorted() {
        let photo = try Data(contentsOf: photos.appending(path: name))
        let cover = try Data(contentsOf: folder.appending(path: "covers/\(name)"))
        let match = CoverMatch(of: try features(ofCover: cover), in: try features(ofPhoto: photo))
        guard match.isAccepted, let quad = match.quad else {
          print("\(camera)/\(name): the cover isn't recognised, so nothing can be said")
          continue
        }
        samples.append(
          Sample(
            group: camera, name: "\(camera)-\(name.prefix { $0 != "." })", photo: photo,
            covers: [quad.corners.map { SIMD2($0.x, $0.y) }]))
      }
    }
    return samples
  }

  private static func features(ofCover bytes: Data) throws -> Features {
    let gray = try bytes.withUnsafeBytes { try GrayPicture(ofCover: $0, longSide: Features.longSide) }
    return try Features(ofCover: gray.samples, width: gray.width, height: gray.height)
  }

  private static func features(ofPhoto bytes: Data) throws -> Features {
    let gray = try bytes.withUnsafeBytes { try CoverPicture(ofPhoto: $0, grayLongSide: Features.longSide) }.gray!
    return try Features(ofPhoto: gray.samples, width: gray.width, height: gray.height)
  }
}
