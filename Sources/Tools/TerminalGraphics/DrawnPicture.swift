/// A picture encoded for a terminal.
struct DrawnPicture {
  /// Cells that it takes.
  let columns: Int
  let rows: Int
  let text: String

  /// As large as fits into so many columns and rows, in its own shape.
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
