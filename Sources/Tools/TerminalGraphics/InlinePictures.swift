/// Draws pictures side by side between lines of text.
package struct InlinePictures {
  /// Everything to send to the terminal. Afterwards the cursor is at the beginning of the line below the pictures.
  package let text: String
  /// In lines.
  package let rows: Int

  /// - Parameters:
  ///   - pictures: each with its position, in columns from the left edge.
  ///   - columns: the most columns for each.
  ///   - rows: the most rows for each.
  package init(
    _ pictures: [(picture: PixelPicture, left: Int)], in terminal: Terminal, columns: Int, rows: Int
  ) {
    let drawn = pictures.map { DrawnPicture($0.picture, in: terminal, columns: columns, rows: rows) }
    let height = drawn.map(\.rows).max() ?? 0
    let placed = zip(pictures, drawn).map { place, drawn in
      (place.left > 0 ? "\u{1B}[\(place.left)C" : "") + drawn.text + "\u{1B}8"
    }
    // Terminals differ in where they leave the cursor after a picture (DECSDM; kitty's C). So empty lines make room
    // first, which may scroll, and the cursor is saved and restored (DECSC, DECRC).
    let room = String(repeating: "\n", count: height)
    text = height == 0 ? "" : "\r\(room)\u{1B}[\(height)A\u{1B}7\(placed.joined())\u{1B}[\(height)B\r"
    self.rows = height
  }
}

/// A picture encoded for a terminal.
struct DrawnPicture {
  /// Its width in cells.
  let columns: Int
  let rows: Int
  let text: String

  /// As large as fits into this many columns and rows, in its own aspect ratio.
  init(_ picture: PixelPicture, in terminal: Terminal, columns most: Int, rows mostRows: Int) {
    let cell = terminal.cell
    let scale = min(
      Double(most * cell.width) / Double(picture.width), Double(mostRows * cell.height) / Double(picture.height))
    func side(_ length: Int) -> Int { max(1, Int((Double(length) * scale).rounded())) }
    let (width, height) = (side(picture.width), side(picture.height))
    columns = min(most, (width + cell.width - 1) / cell.width)
    rows = min(mostRows, (height + cell.height - 1) / cell.height)
    switch terminal.graphics {
    case .kitty: text = KittyGraphics.text(of: picture, columns: columns, rows: rows)
    case .sixel(let colours):
      text = Sixel.text(of: picture.resized(width: width, height: height), colours: colours)
    }
  }
}
