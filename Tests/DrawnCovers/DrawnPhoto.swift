package import FoundationEssentials
package import PhotoFormats

/// A photo as a phone takes it: something on a table, light that isn't quite right, EXIF.
package struct DrawnPhoto: Sendable {
  package enum Subject: Hashable, Sendable {
    case front(DrawnAlbum)
    case back(DrawnAlbum)
    /// Two covers side by side.
    case fronts(DrawnAlbum, DrawnAlbum)
    /// No cover at all.
    case wall
  }

  package var subject: Subject
  /// Of the upright picture, in pixels.
  package var width = 4032
  package var height = 3024
  /// How much of the short side the sleeve takes.
  package var share = 0.92
  /// 1 is as drawn.
  package var brightness = 0.95
  /// The pixels are turned so that honouring its orientation gives the upright picture.
  package var exif: ExifBlock? = ExifBlock(orientation: 1)
  /// 1 to 100.
  package var quality = 85

  package init(_ subject: Subject) { self.subject = subject }

  package init(_ album: DrawnAlbum) { self.init(.front(album)) }

  /// The same with so many million pixels, four to three.
  package func megapixels(_ count: Double) -> DrawnPhoto {
    var photo = self
    photo.width = max(4, Int((count * 1e6 * 4 / 3).squareRoot() / 16) * 16)
    photo.height = photo.width * 3 / 4
    return photo
  }

  /// The pixels as a camera stores them.
  package func pixels() -> Pixels {
    let canvas = stored()
    let bytes = UnsafeRawBufferPointer(start: canvas.pixels, count: canvas.width * canvas.height * 4)
    var pixels = Pixels(width: canvas.width, height: canvas.height, rgba: Array(bytes))
    pixels.setAlpha { _, _ in 255 }
    return pixels
  }

  package func jpeg() throws(JPEGFailure) -> Data {
    let jpeg = try JPEGWriter.jpeg(of: stored(), quality: quality)
    guard let exif else { return jpeg }
    return jpeg.prefix(2) + exif.segment + jpeg.dropFirst(2)
  }

  private func stored() -> Canvas {
    // Drawn small and enlarged by whole pixels: what a phone resolves is a good deal less than what it stores.
    let block = max(1, min(width, height) / 720)
    let turn = Orientation(exif?.orientation ?? 1)
    let small = turn.stored(scene(width: (width + block - 1) / block, height: (height + block - 1) / block))
    return enlarged(
      small, by: block, width: turn.swapsSides ? height : width, height: turn.swapsSides ? width : height)
  }

  private func scene(width: Int, height: Int) -> Canvas {
    let table = table(width: width, height: height)
    let side = Int(Double(min(width, height)) * share)
    switch subject {
    case .front(let album): lay(DrawnCover(album).picture(size: side), on: table, center: 0.5)
    case .back(let album): lay(DrawnBack(album).picture(size: side), on: table, center: 0.5)
    case .fronts(let left, let right):
      let half = side * 45 / 100
      let offset = Double(min(width, height)) / Double(width) * 0.25
      lay(DrawnCover(left).picture(size: half), on: table, center: 0.5 - offset)
      lay(DrawnCover(right).picture(size: half), on: table, center: 0.5 + offset)
    case .wall: break
    }
    return table
  }

  /// - Parameter center: Across the width, 0 to 1.
  private func lay(_ sleeve: borrowing Canvas, on table: borrowing Canvas, center: Double) {
    let x = Int(Double(table.width) * center) - sleeve.width / 2
    let y = (table.height - sleeve.height) / 2
    dim(sleeve)
    table.place(sleeve, atX: x, y: y)
  }

  private func dim(_ sleeve: borrowing Canvas) {
    let levels = (0...255).map { UInt32(min(255, Double($0) * brightness)) }
    levels.withUnsafeBufferPointer { levels in
      for index in 0..<sleeve.width * sleeve.height {
        let pixel = sleeve.pixels[index]
        sleeve.pixels[index] =
          levels[Int(pixel & 255)] | levels[Int(pixel >> 8 & 255)] << 8 | levels[Int(pixel >> 16 & 255)] << 16
      }
    }
  }

  /// Wood seen from above: lighter towards the window, with grain.
  private func table(width: Int, height: Int) -> Canvas {
    let canvas = Canvas(width: width, height: height, color: Color(0x000000))
    var random = SeededRandom("table \(subject)")
    for row in 0..<height {
      let light = 118 - 40 * row / height
      for column in stride(from: 0, to: width, by: 2) {
        let noise = Int(random.next() & 15)
        let tone = light + noise - 20 * column / width
        let pixel = UInt32(tone + 22) | UInt32(tone) << 8 | UInt32(max(0, tone - 26)) << 16
        canvas.pixels[row * width + column] = pixel
        if column + 1 < width { canvas.pixels[row * width + column + 1] = pixel }
      }
    }
    return canvas
  }

  private func enlarged(_ small: borrowing Canvas, by block: Int, width: Int, height: Int) -> Canvas {
    let canvas = Canvas(width: width, height: height, color: Color(0x000000))
    for row in 0..<height {
      let start = canvas.pixels + row * width
      guard row % block == 0 else {
        start.update(from: start - width, count: width)
        continue
      }
      let source = small.pixels + row / block * small.width
      for column in 0..<small.width where column * block < width {
        fill(start + column * block, source[column], min(block, width - column * block))
      }
    }
    return canvas
  }
}
