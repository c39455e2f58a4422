package import FoundationEssentials
import Glibc

/// A photo of a sleeve's back that was turned and tilted before the camera.
package struct BackPhoto: Sendable {
  package let album: DrawnAlbum
  /// In degrees, clockwise.
  package var turn = 0.0
  /// By how much of its side a corner may be off.
  package var tilt = 0.03
  /// How much of the short side the sleeve takes.
  package var share = 0.68
  /// In pixels; 0 is sharp.
  package var blur = 0
  package var width = 1200
  package var height = 900

  package init(_ album: DrawnAlbum) { self.album = album }

  package func jpeg() throws(JPEGFailure) -> Data { try JPEGWriter.jpeg(of: picture(), quality: 85) }

  package func picture() -> Canvas {
    var random = SeededRandom("back \(album.name) \(turn)")
    let scene = Canvas(width: width, height: height, color: Color(0x6b4a33))
    let side = Double(min(width, height)) * share
    let angle = turn / 180 * .pi
    let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { corner in
      let x = side * (corner.0 + random.between(-tilt, tilt))
      let y = side * (corner.1 + random.between(-tilt, tilt))
      return (
        Double(width) / 2 + x * cos(angle) - y * sin(angle), Double(height) / 2 + x * sin(angle) + y * cos(angle)
      )
    }
    Perspective(onto: corners).draw(DrawnBack(album).picture(size: min(1600, Int(side * 1.5))), on: scene)
    if blur > 0 { scene.blur(radius: blur) }
    return scene
  }
}
