extension HEIFDecoder {
  /// The first picture of a file that contains only a sequence, as a file of one picture: libheif doesn't know tracks
  /// (ISO/IEC 23008-12, 7; 14496-12, 8). Nil if there is none.
  static func still(ofSequence file: UnsafeRawBufferPointer) -> [UInt8]? {
    guard let movie = child(of: file, "moov") else { return nil }
    for track in Boxes(movie) where track.name == "trak" {
      // The reader's only error is the end of the bytes; then this is no track of pictures.
      if let still = try? still(of: track.body, in: file) { return still }
    }
    return nil
  }

  private static func still(
    of track: UnsafeRawBufferPointer, in file: UnsafeRawBufferPointer
  ) throws(BigEndian.End) -> [UInt8]? {
    guard let media = child(of: track, "mdia"), let handler = child(of: media, "hdlr"), handler.count >= 12,
      ["pict", "vide"].contains(String(decoding: handler[8..<12], as: UTF8.self)),
      let table = child(of: child(of: media, "minf") ?? media, "stbl"),
      let description = child(of: table, "stsd").flatMap({ Boxes(rest(of: $0, from: 8)).first(where: { _ in true }) }),
      let (kind, property) = ["av01": ("av01", "av1C"), "hvc1": ("hvc1", "hvcC"), "hev1": ("hvc1", "hvcC")][
        description.name],
      let sizes = child(of: table, "stsz")
    else { return nil }
    var reader = BigEndian(rest(of: sizes, from: 4))
    let all = try reader.number(4)
    _ = try reader.number(4)
    let count = try all > 0 ? all : reader.number(4)
    let isFar = child(of: table, "stco") == nil
    guard let places = child(of: table, isFar ? "co64" : "stco") else { return nil }
    reader = BigEndian(rest(of: places, from: 8))
    let place = try reader.number(isFar ? 8 : 4)
    guard place < file.count else { return nil }
    let picture = UnsafeRawBufferPointer(rebasing: file[place...].prefix(count))

    // A visual sample entry: 24 bytes, its width and height, 50 bytes, and boxes.
    reader = BigEndian(rest(of: description.body, from: 24))
    var properties = [box("ispe", [0, 0, 0, 0] + big(try reader.number(2), 4) + big(try reader.number(2), 4))]
    for part in Boxes(rest(of: description.body, from: 78)) where [property, "colr", "clap"].contains(part.name) {
      properties.append(box(part.name, Array(part.body)))
    }
    if let turns = turns(of: track) { properties.append(box("irot", [turns])) }
    return fileOfItem(kind, properties.prefix(16), picture)
  }

  private static func fileOfItem(
    _ kind: String, _ properties: some Collection<[UInt8]>, _ picture: UnsafeRawBufferPointer
  ) -> [UInt8] {
    let info = box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + kind.utf8 + [0])
    // In one piece, in `idat`.
    let place: [UInt8] = [1, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0] + big(picture.count, 4)
    let links =
      [0, 0, 0, 0, 0, 0, 0, 1, 0, 1, UInt8(properties.count)] + (1...properties.count).map { UInt8($0) | 0x80 }
    let meta =
      box("hdlr", [UInt8](repeating: 0, count: 8) + "pict".utf8 + [UInt8](repeating: 0, count: 13))
      + box("pitm", [0, 0, 0, 0, 0, 1]) + box("iloc", place) + box("iinf", [0, 0, 0, 0, 0, 1] + info)
      + box("iprp", box("ipco", Array(properties.joined())) + box("ipma", links)) + box("idat", Array(picture))
    let brand = kind == "av01" ? "avif" : "heic"
    return box("ftyp", Array("\(brand)\0\0\0\0mif1\(brand)".utf8)) + box("meta", [0, 0, 0, 0] + meta)
  }

  /// How a track is rotated, in counterclockwise quarter turns, by the matrix in its header.
  private static func turns(of track: UnsafeRawBufferPointer) -> UInt8? {
    guard let header = child(of: track, "tkhd"), let version = header.first else { return nil }
    let matrix = rest(of: header, from: version == 0 ? 40 : 52)
    guard matrix.count >= 20 else { return nil }
    let signs = [0, 4, 12, 16].map { place in
      Int32(bigEndian: matrix.loadUnaligned(fromByteOffset: place, as: Int32.self)).signum()
    }
    return [[0, -1, 1, 0]: 1, [-1, 0, 0, -1]: 2, [0, 1, -1, 0]: 3][signs]
  }

  private static func child(of body: UnsafeRawBufferPointer, _ name: String) -> UnsafeRawBufferPointer? {
    Boxes(body).first { $0.name == name }?.body
  }

  private static func rest(of body: UnsafeRawBufferPointer, from start: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: body.dropFirst(start))
  }

  private static func box(_ name: String, _ body: [UInt8]) -> [UInt8] { big(body.count + 8, 4) + name.utf8 + body }

  private static func big(_ number: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
