/// A HEIC's primary picture as HEVC tiles that can be decoded one at a time: a grid, as phones write it (ISO/IEC
/// 23008-12, 6.6.2.3), or a single tile.
struct HEVCLayout {
  /// The size of the whole picture as stored, in pixels.
  private(set) var width = 0
  private(set) var height = 0
  private(set) var columns = 1
  private(set) var rows = 1
  /// The size of a tile in pixels. The last tiles extend beyond the picture.
  private(set) var tileWidth = 0
  private(set) var tileHeight = 0
  /// Row by row; nil for a tile that is cut off by the end of the file.
  private(set) var tiles: [UnsafeRawBufferPointer?] = []
  private(set) var configuration: HEVCConfiguration
  private(set) var orientation = Orientation.upright
  private(set) var profile: ColorProfile?
  /// The coding according to the file; otherwise the stream's applies.
  private(set) var coding: (matrix: UInt32, isFullRange: Bool)?

  /// Properties that are handled here, or that change nothing.
  private static let known: Set = ["hvcC", "ispe", "pixi", "colr", "irot", "imir"]

  /// Nil for anything else, which libheif has to decode.
  init?(_ file: UnsafeRawBufferPointer) {
    guard let items = HEIFItems(file), !items.hasTransparency(items.primary) else { return nil }
    let isGrid = items.kind(of: items.primary) == "grid"
    let parts = isGrid ? items.parts(of: items.primary) : [items.primary]
    guard let first = parts.first, parts.allSatisfy({ items.kind(of: $0) == "hvc1" }) else { return nil }
    let all = items.properties(of: items.primary)
    let ofTile = items.properties(of: first)
    guard (all + ofTile).allSatisfy({ Self.known.contains($0.name) || !$0.isEssential && $0.name != "clap" }),
      let configuration = ofTile.first(where: { $0.name == "hvcC" }).flatMap({ HEVCConfiguration($0.body) }),
      let size = Self.size(ofTile)
    else { return nil }
    self.configuration = configuration
    (tileWidth, tileHeight) = size
    (width, height) = size
    if isGrid {
      guard Self.areAlike(parts, items), readGrid(items.bytes(of: items.primary)), parts.count == columns * rows else {
        return nil
      }
    }
    tiles = parts.map(items.bytes(of:))
    for property in all { turn(property) }
    for property in ofTile + all where property.name == "colr" { readColor(property.body) }
  }

  /// Whether all tiles have the same properties, and none is rotated.
  private static func areAlike(_ parts: [Int], _ items: HEIFItems) -> Bool {
    let first = items.properties(of: parts[0]).map(\.number)
    return parts.allSatisfy { items.properties(of: $0).map(\.number) == first }
      && !items.properties(of: parts[0]).contains { $0.name == "irot" || $0.name == "imir" }
  }

  private static func size(_ properties: [HEIFItems.Property]) -> (Int, Int)? {
    guard let body = properties.first(where: { $0.name == "ispe" })?.body else { return nil }
    var reader = BigEndian(body)
    // The reader's only error is the end of the bytes; then the property has no value.
    guard let width = try? reader.number(4), let height = try? reader.number(4), width > 0, height > 0 else {
      return nil
    }
    return (width, height)
  }

  /// False unless the tiles cover the grid exactly, without an extra one.
  private mutating func readGrid(_ body: UnsafeRawBufferPointer?) -> Bool {
    guard let body else { return false }
    var reader = BigEndian(body)
    do throws(BigEndian.End) {
      guard try reader.number(1) == 0 else { return false }
      let size = try reader.number(1) & 1 == 1 ? 4 : 2
      rows = try reader.number(1) + 1
      columns = try reader.number(1) + 1
      width = try reader.number(size)
      height = try reader.number(size)
    } catch { return false }
    // So that chroma, at half size, starts with a whole sample in each tile.
    guard columns == 1 || tileWidth % 2 == 0, rows == 1 || tileHeight % 2 == 0 else { return false }
    func fits(_ side: Int, _ tile: Int, _ count: Int) -> Bool { side > (count - 1) * tile && side <= count * tile }
    return tileWidth < 1 << 16 && tileHeight < 1 << 16 && fits(width, tileWidth, columns)
      && fits(height, tileHeight, rows)
  }

  private mutating func turn(_ property: HEIFItems.Property) {
    guard let value = property.body.first else { return }
    switch property.name {
    // In counterclockwise quarter turns.
    case "irot":
      orientation = orientation.then([.upright, .quarterTurnBack, .upsideDown, .quarterTurn][Int(value & 3)])
    // 0 swaps top and bottom, 1 left and right.
    case "imir": orientation = orientation.then(value & 1 == 0 ? .mirroredUpsideDown : .mirrored)
    default: break
    }
  }

  private mutating func readColor(_ body: UnsafeRawBufferPointer) {
    var reader = BigEndian(body)
    // As above: an incomplete color property has no value.
    switch try? reader.name() {
    case "prof", "rICC": profile = .icc(Array(reader.rest))
    case "nclx":
      guard let primaries = try? reader.number(2), let curve = try? reader.number(2),
        let matrix = try? reader.number(2), let range = try? reader.number(1)
      else { return }
      coding = (UInt32(matrix), range & 0x80 != 0)
      if case .icc = profile { return }
      profile = .described(.init(code: primaries), .init(code: UInt32(curve)))
    default: break
    }
  }
}

/// The HEVC decoder configuration: the box `hvcC` (ISO/IEC 14496-15, 8.3.3.1).
struct HEVCConfiguration {
  /// Parameter sets, each a NAL unit of the stream.
  private(set) var units: [UnsafeRawBufferPointer] = []
  /// The bytes before each NAL unit of a tile that contain its length.
  let lengthSize: Int
  /// How many columns and rows of luma share a chroma sample; nil without color.
  let chroma: (columns: Int, rows: Int)?

  init?(_ body: UnsafeRawBufferPointer) {
    guard body.count >= 23 else { return nil }
    lengthSize = Int(body[21] & 3) + 1
    switch body[16] & 3 {
    case 0: chroma = nil
    case 1: chroma = (2, 2)
    case 2: chroma = (2, 1)
    default: chroma = (1, 1)
    }
    var reader = BigEndian(UnsafeRawBufferPointer(rebasing: body.dropFirst(22)))
    do throws(BigEndian.End) {
      for _ in 0..<(try reader.number(1)) {
        _ = try reader.number(1)
        for _ in 0..<(try reader.number(2)) { units.append(try reader.bytes(reader.number(2))) }
      }
    } catch { return nil }
  }
}
