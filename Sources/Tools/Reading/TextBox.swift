internal import CReading

/// The location of a line of text in a picture.
package struct TextBox: Equatable, Sendable {
  package struct Corner: Equatable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// In pixels: upper left first, then clockwise.
  package let corners: [Corner]

  /// - Parameter corners: four.
  package init(corners: [Corner]) { self.corners = corners }

  init(_ box: creading_box) {
    let (a, b, c, d, e, f, g, h) = box.corners
    corners = [(a, b), (c, d), (e, f), (g, h)].map { Corner(x: Double($0.0), y: Double($0.1)) }
  }

  /// Along the text, in pixels.
  package var length: Double { max(distance(0, 1), distance(2, 3)) }
  /// Across the text, in pixels: about one and a half times that of its capitals.
  package var height: Double { max(distance(0, 3), distance(1, 2)) }

  /// The same place, with another corner first: as it is seen where the picture is turned left by so many quarters.
  package func turned(by quarters: Int) -> TextBox {
    TextBox(corners: corners.indices.map { corners[($0 + quarters) % 4] })
  }

  /// Whether it is far higher than long, as text is that runs up or down the picture.
  package var runsDown: Bool { height >= 1.5 * length }

  /// As its text is likely to run in a picture turned left by so many quarters: along it; down it where it is far higher than
  /// long.
  package func alongText(turned quarters: Int) -> TextBox {
    let box = turned(by: quarters)
    return box.runsDown ? box.turned(by: 1) : box
  }

  private func distance(_ one: Int, _ other: Int) -> Double {
    let (x, y) = (corners[one].x - corners[other].x, corners[one].y - corners[other].y)
    return (x * x + y * y).squareRoot()
  }
}
