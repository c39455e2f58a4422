package import FoundationEssentials

/// The back of a sleeve: the tracks, the label, a barcode that scanners read.
package struct DrawnBack: Sendable {
  package let album: DrawnAlbum

  /// How wide the narrowest bar of the barcode is, in parts of the width.
  package static let module = 0.00325

  package init(_ album: DrawnAlbum) { self.album = album }

  package func jpeg(size: Int, quality: Int = 90) throws(JPEGFailure) -> Data {
    try JPEGWriter.jpeg(of: picture(size: size), quality: quality)
  }

  package func picture(size: Int) -> Canvas {
    let paper = Color(0xece6d8)
    let ink = Color(0x202020)
    let canvas = Canvas(width: size, height: size, color: paper)
    canvas.rectangle(0, 0, 1000, 40, album.palette[1])
    var y = 90.0
    for (number, track) in album.tracks.enumerated() {
      let line = Lettering("\(number + 1). \(track)", width: 860, height: 70, largestDot: 6)
      line.draw(on: canvas, x: 70, y: y, color: ink)
      y += line.height + 8
    }
    let imprint = "\(album.recordLabel) \(album.catalogNumber) - (P) \(album.releaseYear)"
    Lettering(imprint, width: 450, height: 120, largestDot: 5).draw(on: canvas, x: 70, y: 860, color: ink)
    drawBarcode(on: canvas)
    return canvas
  }

  /// EAN-13: three guards, and the first digit said by the parity of the left half (GS1 General Specifications).
  private func drawBarcode(on canvas: borrowing Canvas) {
    let digits = album.barcode.compactMap(\.wholeNumberValue)
    let left = [
      "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011",
    ]
    let parity = ["LLLLLL", "LLGLGG", "LLGGLG", "LLGGGL", "LGLLGG", "LGGLLG", "LGGGLL", "LGLGLG", "LGLGGL", "LGGLGL"]
    let inverted = { (code: String) in String(code.map { $0 == "0" ? "1" : "0" }) }
    var modules = "101"
    for (digit, kind) in zip(digits[1...6], parity[digits[0]]) {
      modules += kind == "L" ? left[digit] : String(inverted(left[digit]).reversed())
    }
    modules += "01010"
    for digit in digits[7...12] { modules += inverted(left[digit]) }
    modules += "101"
    let width = Self.module * 1000
    canvas.rectangle(580, 790, 380, 170, Color(0xffffff))
    for (number, module) in modules.enumerated() where module == "1" {
      canvas.rectangle(615 + Double(number) * width, 805, width, 140, Color(0x000000))
    }
  }
}
