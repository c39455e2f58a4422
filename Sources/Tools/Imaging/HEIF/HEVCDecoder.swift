/// Decodes a HEIC tile by tile and reduces each at once, so that only one tile is in memory at full size.
final class HEVCDecoder: ImageDecoder {
  private(set) var width: Int
  private(set) var height: Int

  private let file: UnsafeRawBufferPointer
  private let layout: HEVCLayout

  /// The largest tile of which two are held at once, in pixels. Phones' tiles have 250,000.
  private static let mostPixelsTwice = 1 << 22

  init(_ layout: HEVCLayout, in file: UnsafeRawBufferPointer) throws(ImagingError) {
    (self.layout, self.file) = (layout, file)
    (width, height) = (layout.width, layout.height)
    try ImageFile.demand(width: width, height: height)
    guard layout.tileWidth * layout.tileHeight <= ImageFile.maximumPixels else {
      throw .tooLarge("tiles of \(layout.tileWidth)x\(layout.tileHeight) pixels")
    }
  }

  /// Two tiles are held at full size, and the picture reduced.
  var takesLittleMemory: Bool {
    layout.tileWidth * layout.tileHeight <= Self.mostPixelsTwice / 4 && width * height <= 16_000_000
  }

  func decoded(shortSideAtLeast side: Int) throws(ImagingError) -> DecodedImage {
    let shrinking = shrinking(atMost: ImageFile.divisor(width: width, height: height, shortSideAtLeast: side))
    let image = blank(shrinking)
    let tiles = try decodeTiles(shrinking, into: image)
    // Some encoders write the size of the rotated picture.
    guard tiles.areAsDescribed else { return try throughLibrary(shortSideAtLeast: side) }
    let missing = tiles.missing
    var flaws: DecodedImage.Flaws = layout.tiles.contains { $0 == nil } ? .truncated : []
    if tiles.areDamaged { flaws.insert(.damaged) }
    let coding = layout.coding ?? tiles.coding
    guard missing.count * 2 <= layout.tiles.count, let coding else {
      throw .broken(
        layout.tiles.count == 1
          ? "it ends too early, or its picture data is invalid"
          : "\(missing.count) of the \(layout.tiles.count) parts of the picture are missing or invalid")
    }
    guard let color = CodedColor(matrix: coding.matrix, isFullRange: coding.isFullRange) else {
      // The planes aren't luma and chroma.
      return try throughLibrary(shortSideAtLeast: side)
    }
    color.makeJPEGs(image)
    for number in missing { cover(number, shrinking, in: image) }
    return DecodedImage(image: image, orientation: layout.orientation, profile: layout.profile, flaws: flaws)
  }

  private func throughLibrary(shortSideAtLeast side: Int) throws(ImagingError) -> DecodedImage {
    let decoder = try HEIFDecoder(file)
    let decoded = try decoder.decoded(shortSideAtLeast: side)
    (width, height) = (decoder.width, decoder.height)
    return decoded
  }

  /// The result of decoding tiles.
  private struct Outcome {
    /// The coding according to the stream.
    var coding: (matrix: UInt32, isFullRange: Bool)?
    var missing: [Int] = []
    var areDamaged = false
    /// False if a tile isn't what the file describes.
    var areAsDescribed = true
    var error: ImagingError?
  }

  /// Decodes the tiles on two cores if there are several: every other one with a decoder of its own.
  private func decodeTiles(_ shrinking: Int, into image: borrowing PlanarImage) throws(ImagingError) -> Outcome {
    let step = layout.tileWidth * layout.tileHeight <= Self.mostPixelsTwice ? 2 : 1
    var (even, odd) = (Outcome(), Outcome())
    SecondThread.run {
      even = decodeTiles(stride(from: 0, to: layout.tiles.count, by: step), shrinking, into: image)
    } alongside: {
      odd = decodeTiles(
        step == 1 ? stride(from: 0, to: 0, by: 1) : stride(from: 1, to: layout.tiles.count, by: 2), shrinking,
        into: image)
    }
    if let error = even.error ?? odd.error { throw error }
    return Outcome(
      coding: even.coding ?? odd.coding, missing: (even.missing + odd.missing).sorted(),
      areDamaged: even.areDamaged || odd.areDamaged, areAsDescribed: even.areAsDescribed && odd.areAsDescribed)
  }

  private func decodeTiles(
    _ numbers: some Sequence<Int>, _ shrinking: Int, into image: borrowing PlanarImage
  ) -> Outcome {
    var outcome = Outcome()
    var stream: HEVCStream?
    for number in numbers {
      guard let bytes = layout.tiles[number] else {
        outcome.missing.append(number)
        continue
      }
      do throws(ImagingError) {
        if stream == nil { stream = try HEVCStream(layout.configuration, smooths: shrinking == 1) }
      } catch {
        outcome.error = error
        return outcome
      }
      let isThere = stream?.decode(bytes, number: number) { tile in
        outcome.coding = outcome.coding ?? tile.coding
        outcome.areDamaged = outcome.areDamaged || tile.isDamaged
        return place(tile, number, shrinking, in: image)
      }
      if isThere == true { continue }
      if isThere == false {
        outcome.areAsDescribed = false
        return outcome
      }
      outcome.missing.append(number)
      outcome.areDamaged = true
      stream = nil
    }
    return outcome
  }

  /// The divisor for both sides. It also divides the tiles, so that no block spans two.
  private func shrinking(atMost limit: Int) -> Int {
    let chroma = layout.configuration.chroma ?? (1, 1)
    return (1...limit).last { parts in
      (layout.columns == 1 || layout.tileWidth % (parts * chroma.columns) == 0)
        && (layout.rows == 1 || layout.tileHeight % (parts * chroma.rows) == 0)
    } ?? 1
  }

  private func blank(_ shrinking: Int) -> PlanarImage {
    func plane(_ columns: Int, _ rows: Int) -> Plane {
      func side(_ length: Int, _ parts: Int) -> Int { ((length + parts - 1) / parts + shrinking - 1) / shrinking }
      let plane = Plane(width: side(width, columns), height: side(height, rows))
      plane.samples.initialize(repeating: 128, count: plane.width * plane.height)
      return plane
    }
    let luma = plane(1, 1)
    guard let chroma = layout.configuration.chroma else { return PlanarImage(gray: luma) }
    return PlanarImage(
      chromaColumns: chroma.columns, chromaRows: chroma.rows, luma: luma,
      blue: plane(chroma.columns, chroma.rows), red: plane(chroma.columns, chroma.rows))
  }

  /// False if the tile isn't what the file describes.
  private func place(
    _ tile: HEVCStream.Tile, _ number: Int, _ shrinking: Int, in image: borrowing PlanarImage
  ) -> Bool {
    let chroma = layout.configuration.chroma
    guard tile.planes.count == (chroma == nil ? 1 : 3) else { return false }
    for (index, plane) in tile.planes.enumerated() {
      let (columns, rows) = index == 0 ? (1, 1) : chroma ?? (1, 1)
      let (wide, tall) = ((layout.tileWidth + columns - 1) / columns, (layout.tileHeight + rows - 1) / rows)
      guard plane.width == wide, plane.height == tall else { return false }
      let (left, top) = (number % layout.columns * wide, number / layout.columns * tall)
      // Anything beyond the picture is cut off.
      let seen = SamplePlane(
        samples: plane.samples, width: min(wide, (width + columns - 1) / columns - left),
        height: min(tall, (height + rows - 1) / rows - top), stride: plane.stride, bits: plane.bits)
      let (column, row) = (left / shrinking, top / shrinking)
      switch index {
      case 0: seen.reduce(by: shrinking, into: image.luma, column: column, row: row)
      case 1: seen.reduce(by: shrinking, into: image.blue, column: column, row: row)
      default: seen.reduce(by: shrinking, into: image.red, column: column, row: row)
      }
    }
    return true
  }

  /// Fills a tile's area with mid-gray.
  private func cover(_ number: Int, _ shrinking: Int, in image: borrowing PlanarImage) {
    func cover(_ plane: borrowing Plane, _ columns: Int, _ rows: Int) {
      let (wide, tall) = (layout.tileWidth / columns / shrinking, layout.tileHeight / rows / shrinking)
      let (left, top) = (number % layout.columns * wide, number / layout.columns * tall)
      for row in top..<min(plane.height, top + tall) {
        (plane.samples + row * plane.width + left).update(repeating: 128, count: min(plane.width - left, wide))
      }
    }
    cover(image.luma, 1, 1)
    guard let chroma = layout.configuration.chroma else { return }
    cover(image.blue, chroma.columns, chroma.rows)
    cover(image.red, chroma.columns, chroma.rows)
  }
}
