/// Draws pictures side by side between lines of text.
package struct InlinePictures {
  /// All that the terminal is to be sent. The cursor is at the beginning of the line beneath the pictures afterwards.
  package let text: String
  /// Lines.
  package let rows: Int

  /// - Parameters:
  ///   - pictures: each with its place, in columns from the left edge.
  ///   - columns: how many each may take.
  ///   - rows: how many each may take.
  package init(
    _ pictures: [(picture: PixelPicture, left: Int)], in terminal: Terminal, columns: Int, rows: Int
  ) {
    let drawn = pictures.map { DrawnPicture($0.picture, in: terminal, columns: columns, rows: rows) }
    let height = drawn.map(\.rows).max() ?? 0
    let placed = zip(pictures, drawn).map { place, drawn in
      (place.left > 0 ? "\u{1B}[\(place.left)C" : "") + drawn.text + "\u{1B}8"
    }
    // Where terminals leave the cursor after a picture differs (DECSDM; kitty's C). So room is made first, by lines that
    // may scroll, and the cursor is kept and put back (DECSC, DECRC).
    let room = String(repeating: "\n", count: height)
    text = height == 0 ? "" : "\r\(room)\u{1B}[\(height)A\u{1B}7\(placed.joined())\u{1B}[\(height)B\r"
    self.rows = height
  }
}
