package import FoundationEssentials

/// The front of an album that doesn't exist: bold shapes, confetti for texture, and its words in letters of our own.
package struct DrawnCover: Sendable {
  package let album: DrawnAlbum

  package init(_ album: DrawnAlbum) { self.album = album }

  /// - Parameters:
  ///   - size: The side, in pixels.
  ///   - quality: 1 to 100.
  package func jpeg(size: Int, quality: Int = 90) throws(JPEGFailure) -> Data {
    try JPEGWriter.jpeg(of: picture(size: size), quality: quality)
  }

  package func picture(size: Int) -> Canvas {
    if let design = album.design { return design.picture(size: size) }
    let canvas = Canvas(width: size, height: size, color: album.palette[0])
    var random = SeededRandom(album.name)
    album.motif.draw(on: canvas, palette: album.palette, random: &random)
    scatter(on: canvas, random: &random)
    letter(canvas, random: &random)
    return canvas
  }

  /// Small shapes, so that there are corners everywhere for whoever compares features.
  private func scatter(on canvas: borrowing Canvas, random: inout SeededRandom) {
    for number in 0..<70 {
      let (x, y) = (random.between(0, 1000), random.between(0, 1000))
      let size = random.between(8, 34)
      let color = album.palette[Int(random.next() % UInt64(album.palette.count))]
      switch number % 3 {
      case 0: canvas.disc(x, y, radius: size * 0.6, color)
      case 1: canvas.rectangle(x, y, size, size * 0.6, color)
      default: canvas.triangle((x, y), (x + size, y + size * 0.3), (x + size * 0.4, y + size), color)
      }
    }
  }

  private func letter(_ canvas: borrowing Canvas, random: inout SeededRandom) {
    if album.isTypeset { return Typesetting(of: album, &random).draw(on: canvas, &random) }
    switch album.print {
    case .nothing: break
    case .words(let words): panel(words, on: canvas, y: 360, height: 280)
    case .artistAndTitle where album.artistName == album.albumTitle:
      panel(album.artistName, on: canvas, y: 60, height: 150)
    case .artistAndTitle:
      let isLong = album.albumTitle.count > 80
      panel(album.artistName, on: canvas, y: 50, height: isLong ? 90 : 130)
      panel(album.albumTitle, on: canvas, y: isLong ? 160 : 790, height: isLong ? 760 : 160)
    }
  }

  private func panel(_ text: String, on canvas: borrowing Canvas, y: Double, height: Double) {
    let color = album.palette[4]
    let lettering = Lettering(text, width: 880, height: height - 20, largestDot: 16)
    canvas.rectangle(40, y, 920, lettering.height + 20, color)
    lettering.draw(on: canvas, x: 60, y: y + 10, color: color.isLight ? Color(0x101010) : Color(0xfafafa))
  }
}
