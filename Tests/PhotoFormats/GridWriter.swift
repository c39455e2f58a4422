/// A HEIC of tiles, as phones write them: the tiles are encoded each on its own, and the boxes around them are ours
/// (ISO/IEC 23008-12, 6.6.2.3; ISO/IEC 14496-12, 8.11).
package struct GridWriter {
  /// Pixels on a tile's side.
  package var tile = 256
  /// Anticlockwise quarter turns, as the box `irot` has them; nil for no such box.
  package var turns: Int?
  /// The axis of the box `imir`: 0 exchanges top and bottom, 1 left and right. It comes after `irot`.
  package var mirror: Int?
  /// Tiles that the file names and doesn't have.
  package var missingTiles = 0
  /// How each tile is written.
  package var encoder = HEIFWriter(.hevc)

  package init() {}

  /// The sides needn't be multiples of the tile's: the last tiles are filled up.
  package func heic(of pixels: Pixels) throws(WritingFailure) -> [UInt8] {
    let (columns, rows) = ((pixels.width + tile - 1) / tile, (pixels.height + tile - 1) / tile)
    var tiles: [[UInt8]] = []
    var configuration: [UInt8] = []
    for row in 0..<rows {
      for column in 0..<columns {
        let file = try encoder.heif(of: piece(of: pixels, column, row))
        configuration = try Self.box("hvcC", in: file, isWhole: true)
        tiles.append(try Self.box("mdat", in: file, isWhole: false))
      }
    }
    return file(pixels, columns, rows, configuration, tiles)
  }

  private func piece(of pixels: Pixels, _ column: Int, _ row: Int) -> Pixels {
    Pixels(width: tile, height: tile) { x, y in
      let at =
        (min(pixels.height - 1, row * tile + y) * pixels.width + min(pixels.width - 1, column * tile + x)) * 4
      return (pixels.rgba[at], pixels.rgba[at + 1], pixels.rgba[at + 2])
    }
  }

  private func file(
    _ pixels: Pixels, _ columns: Int, _ rows: Int, _ configuration: [UInt8], _ tiles: [[UInt8]]
  ) -> [UInt8] {
    let count = columns * rows
    let all = count + 1
    var grid: [UInt8] = [0, 0, UInt8(rows - 1), UInt8(columns - 1)]
    grid += big(pixels.width, 2) + big(pixels.height, 2)

    var infos = big(all, 2)
    var links = big(all, 4)
    var parts = big(all, 2) + big(count, 2)
    for number in 1...count {
      infos += full("infe", 2, big(number, 2) + [0, 0] + Array("hvc1".utf8) + [0])
      links += big(number, 2) + [2, 0x81, 2]
      parts += big(number, 2)
    }
    infos += full("infe", 2, big(all, 2) + [0, 0] + Array("grid".utf8) + [0])

    var properties = configuration + full("ispe", 0, big(tile, 4) + big(tile, 4))
    properties += full("ispe", 0, big(pixels.width, 4) + big(pixels.height, 4))
    let turning = turns.map { box("irot", [UInt8($0)]) }
    let mirroring = mirror.map { box("imir", [UInt8($0)]) }
    let boxes = [turning, mirroring].compactMap { $0 }
    properties += boxes.joined()
    links += big(all, 2) + [UInt8(1 + boxes.count), 3]
    for number in boxes.indices { links.append(UInt8(4 + number) | 0x80) }

    var rest = full("iinf", 0, infos) + full("iref", 0, box("dimg", parts))
    rest += box("iprp", box("ipco", properties) + full("ipma", 0, links)) + box("idat", grid)
    let start = box("ftyp", Array("heic".utf8) + big(0, 4) + Array("mif1heic".utf8))
    // The places are as long whatever they say, so that a first pass tells how long everything before them is.
    func meta(_ media: Int) -> [UInt8] {
      var place = media
      // How they lie stands with their description, as phones have it: method 1, in `idat`.
      var extents: [UInt8] = [0x44, 0x00] + big(all, 2)
      for (number, body) in tiles.enumerated() {
        extents += big(number + 1, 2) + [0, 0, 0, 0, 0, 1] + big(place, 4) + big(body.count, 4)
        place += body.count
      }
      extents += big(all, 2) + [0, 1, 0, 0, 0, 1] + big(0, 4) + big(grid.count, 4)
      let handler = full("hdlr", 0, big(0, 4) + Array("pict".utf8) + big(0, 12) + [0])
      return full("meta", 0, handler + full("pitm", 0, big(all, 2)) + full("iloc", 1, extents) + rest)
    }
    var body: [UInt8] = []
    for tile in tiles.dropLast(missingTiles) { body += tile }
    return start + meta(start.count + meta(0).count + 8) + box("mdat", body)
  }

  private func box(_ name: String, _ body: [UInt8]) -> [UInt8] { big(body.count + 8, 4) + Array(name.utf8) + body }
  private func full(_ name: String, _ version: UInt8, _ body: [UInt8]) -> [UInt8] {
    box(name, [version, 0, 0, 0] + body)
  }

  /// Finds a box by its name, at any depth.
  package static func box(_ name: String, in file: [UInt8], isWhole: Bool) throws(WritingFailure) -> [UInt8] {
    let letters = Array(name.utf8)
    guard let at = (4..<file.count - 4).first(where: { file[$0..<$0 + 4].elementsEqual(letters) }) else {
      throw WritingFailure(description: "no \(name)")
    }
    let length = file[at - 4..<at].reduce(0) { $0 << 8 | Int($1) }
    return Array(file[(isWhole ? at - 4 : at + 4)..<min(file.count, at - 4 + length)])
  }
}
