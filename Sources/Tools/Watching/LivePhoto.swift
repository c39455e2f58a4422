internal import SystemPackage

/// A photo with a short film beside it, as phones take them: Apple's Live Photos, Android's motion photos.
package enum LivePhoto {
  /// The photos that a video of this name may belong to, as names in its folder; empty if it isn't a video.
  ///
  /// `IMG_1.MOV` and `IMG_1_HEIC.MOV` belong to `IMG_1.HEIC` (icloudpd, docs/live_photos), `MVIMG_1.mp4` to
  /// `MVIMG_1.jpg`, and `PXL_1.MP` to `PXL_1.MP.jpg` (Google Takeout).
  package static func photoNames(ofVideo name: String) -> [String] {
    let path = FilePath(name)
    guard path.components.count == 1, let ending = path.extension?.lowercased(), videoEndings.contains(ending),
      let stem = path.stem
    else { return [] }
    var stems = [stem, stem + ".MP"] + (ending == "mp" ? [name] : [])
    for mark in marks where stem.lowercased().hasSuffix(mark) { stems.append(String(stem.dropLast(mark.count))) }
    // `IMG_1.HEIC.MOV`
    let whole = FilePath(stem).extension.map { photoEndings.contains($0.lowercased()) } == true ? [stem] : []
    return whole + stems.flatMap { stem in photoEndings.flatMap { ["\(stem).\($0)", "\(stem).\($0.uppercased())"] } }
  }

  private static let videoEndings: Set<String> = ["mov", "mp4", "m4v", "mp", "3gp"]
  private static let photoEndings = ["heic", "heif", "jpg", "jpeg", "png", "avif", "webp", "dng", "tif", "tiff"]
  private static let marks = [
    "_heic", "_heif", "_hevc", "_jpg", "_jpeg", "_png", "_live", "-live", "_motion", "-motion",
  ]
}
