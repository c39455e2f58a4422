/// A picture as in a JPEG: luma at full size, and two chroma planes that may be smaller.
///
/// Working on planes saves the color conversions between decoder and encoder, and half of the samples.
struct PlanarImage: ~Copyable {
  let width: Int
  let height: Int
  /// How many columns and rows of luma share a sample of chroma.
  let chromaColumns: Int
  let chromaRows: Int
  let luma: Plane
  let blue: Plane
  let red: Plane

  /// Part of this picture, in luma samples.
  struct Area: Equatable {
    var left: Double
    var top: Double
    var width: Double
    var height: Double
  }

  /// All of it.
  var whole: Area { Area(left: 0, top: 0, width: Double(width), height: Double(height)) }

  /// The largest square in its middle.
  var middle: Area {
    let side = min(width, height)
    return Area(
      left: Double((width - side) / 2), top: Double((height - side) / 2), width: Double(side), height: Double(side))
  }

  /// `area` at another size, with chroma at half of it in both directions (4:2:0).
  func resized(_ area: Area, toWidth width: Int, height: Int) -> PlanarImage {
    let (across, down) = (area.width / Double(width), area.height / Double(height))
    func chroma(_ plane: borrowing Plane) -> Plane {
      let (columns, rows) = (Double(chromaColumns), Double(chromaRows))
      return Resampler(
        columns: Kernel(
          count: (width + 1) / 2, start: area.left / columns, step: 2 * across / columns, of: plane.width),
        rows: Kernel(count: (height + 1) / 2, start: area.top / rows, step: 2 * down / rows, of: plane.height)
      ).resampled(plane)
    }
    return PlanarImage(
      width: width, height: height, chromaColumns: 2, chromaRows: 2,
      luma: Resampler(
        columns: Kernel(count: width, start: area.left, step: across, of: luma.width),
        rows: Kernel(count: height, start: area.top, step: down, of: luma.height)
      ).resampled(luma),
      blue: chroma(blue), red: chroma(red))
  }

  /// Upright to the eye.
  consuming func turned(_ orientation: Orientation) -> PlanarImage {
    if orientation == .upright { return self }
    let swaps = orientation.swapsAxes
    return PlanarImage(
      width: swaps ? height : width, height: swaps ? width : height,
      chromaColumns: swaps ? chromaRows : chromaColumns, chromaRows: swaps ? chromaColumns : chromaRows,
      luma: luma.turned(orientation), blue: blue.turned(orientation), red: red.turned(orientation))
  }
}
