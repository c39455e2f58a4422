/// The text read on a sleeve on this computer: its lines as printed.
package struct PrintedText: Codable, Equatable, Sendable {
  package struct Corner: Codable, Equatable, Sendable {
    /// In parts of the picture's width and height.
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  package struct Line: Codable, Equatable, Sendable {
    /// As it was read, letters that were taken for others included.
    package var text: String
    /// The mean probability of a letter, 0…1.
    package var confidence: Double
    /// The upper left corner first, then clockwise, as the text is read.
    package var corners: [Corner]
    /// How far the letters' color is from their background's, 0…1.
    package var contrast: Double

    package init(text: String, confidence: Double, corners: [Corner], contrast: Double) {
      self.text = text
      self.confidence = confidence
      self.corners = corners
      self.contrast = contrast
    }
  }

  /// The most lines that are kept, and characters of each: a sleeve can be full of text.
  private static let mostLines = 64
  private static let mostCharacters = 200

  package let lines: [Line]

  /// In reading order, without what can't be shown.
  package init(lines: [Line]) {
    let kept = lines.prefix(Self.mostLines).compactMap { line -> Line? in
      guard let text = Cleaned.text(line.text, limit: Self.mostCharacters) else { return nil }
      var line = line
      line.text = text
      return line
    }
    self.lines = Self.inReadingOrder(kept)
  }

  package var isEmpty: Bool { lines.isEmpty }

  /// The lines as one text.
  package var text: String { lines.map(\.text).joined(separator: "\n") }

  /// Rows from top to bottom, each from left to right. A line belongs to a row whose height its middle lies in.
  private static func inReadingOrder(_ lines: [Line]) -> [Line] {
    var rows: [[Line]] = []
    for line in lines.sorted(by: { ($0.middle.y, $0.middle.x) < ($1.middle.y, $1.middle.x) }) {
      if let first = rows.last?.first, line.middle.y - first.middle.y < min(first.height, line.height) / 2 {
        rows[rows.count - 1].append(line)
      } else {
        rows.append([line])
      }
    }
    return rows.flatMap { $0.sorted { $0.middle.x < $1.middle.x } }
  }
}

extension PrintedText.Line {
  var middle: PrintedText.Corner {
    guard !corners.isEmpty else { return PrintedText.Corner(x: 0.5, y: 0.5) }
    let count = Double(corners.count)
    return PrintedText.Corner(
      x: corners.map(\.x).reduce(0, +) / count, y: corners.map(\.y).reduce(0, +) / count)
  }

  /// Of the letters, in parts of the picture's height.
  var height: Double {
    guard corners.count == 4 else { return 0.05 }
    let (dx, dy) = (corners[3].x - corners[0].x, corners[3].y - corners[0].y)
    return (dx * dx + dy * dy).squareRoot()
  }
}
