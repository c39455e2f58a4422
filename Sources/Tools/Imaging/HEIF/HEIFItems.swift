/// The items of a HEIF file: their types, the location of their bytes, and their properties (ISO/IEC 14496-12, 8.11;
/// 23008-12, 9.3).
///
/// It reads only what HEVC tiles need. For anything unknown it returns nil, and libheif decodes the file instead.
struct HEIFItems {
  struct Property {
    let name: String
    /// Without its version, if it has one.
    let body: UnsafeRawBufferPointer
    /// A reader that doesn't know the property must not show the item.
    let isEssential: Bool
    /// Its index among all properties: items that share a property have the same one.
    let number: Int
  }

  private(set) var primary = -1
  private let file: UnsafeRawBufferPointer
  private var kinds: [Int: String] = [:]
  private var places: [Int: (isInData: Bool, at: Int, count: Int)] = [:]
  private var parts: [Int: [Int]] = [:]
  private var extras: [(item: Int, of: [Int])] = []
  private var associations: [Int: [(number: Int, isEssential: Bool)]] = [:]
  private var boxes: [(name: String, body: UnsafeRawBufferPointer)] = []
  private var data = UnsafeRawBufferPointer(start: nil, count: 0)

  /// In bytes; a phone's description has some ten thousand.
  private static let longestDescription = 1 << 20

  init?(_ file: UnsafeRawBufferPointer) {
    self.file = file
    guard let meta = Boxes(file).first(where: { $0.name == "meta" })?.body, meta.count <= Self.longestDescription else {
      return nil
    }
    do throws(BigEndian.End) {
      var reader = BigEndian(meta)
      _ = try reader.bytes(4)
      for box in Boxes(reader.rest) { try read(box.name, box.body) }
    } catch { return nil }
  }

  /// The type in the file, such as `hvc1` or `grid`.
  func kind(of item: Int) -> String? { kinds[item] }

  /// The items that an item consists of, in order.
  func parts(of item: Int) -> [Int] { parts[item] ?? [] }

  /// Whether another item describes this item's transparency.
  func hasTransparency(_ item: Int) -> Bool {
    extras.contains { extra in
      extra.of.contains(item)
        && properties(of: extra.item).contains { property in
          let name = String(decoding: property.body.prefix { $0 != 0 }, as: UTF8.self)
          return property.name == "auxC" && (name.hasSuffix(":alpha") || name == "urn:mpeg:hevc:2015:auxid:1")
        }
    }
  }

  func properties(of item: Int) -> [Property] {
    (associations[item] ?? []).compactMap { association in
      // Counted from 1; 0 means none.
      guard boxes.indices.contains(association.number - 1) else { return nil }
      let box = boxes[association.number - 1]
      let head = ["ispe", "pixi", "auxC"].contains(box.name) ? 4 : 0
      return Property(
        name: box.name, body: UnsafeRawBufferPointer(rebasing: box.body.dropFirst(head)),
        isEssential: association.isEssential, number: association.number)
    }
  }

  /// The camera's data; nil if there is none.
  var exif: UnsafeRawBufferPointer? { kinds.filter { $0.value == "Exif" }.keys.min().flatMap(bytes) }

  /// Nil if the file is truncated before their end, or if their location is unknown.
  func bytes(of item: Int) -> UnsafeRawBufferPointer? {
    guard let (isInData, at, count) = places[item] else { return nil }
    let all = isInData ? data : file
    guard at <= all.count, count <= all.count - at else { return nil }
    return UnsafeRawBufferPointer(rebasing: all[at..<at + count])
  }

  private mutating func read(_ name: String, _ body: UnsafeRawBufferPointer) throws(BigEndian.End) {
    var reader = BigEndian(body)
    switch name {
    case "pitm": primary = try reader.number(Self.version(&reader) == 0 ? 2 : 4)
    case "iinf":
      _ = try reader.number(Self.version(&reader) == 0 ? 2 : 4)
      for box in Boxes(reader.rest) where box.name == "infe" { try readKind(box.body) }
    case "iloc": try readPlaces(&reader)
    case "iref":
      let size = try Self.version(&reader) == 0 ? 2 : 4
      for box in Boxes(reader.rest) where ["dimg", "auxl"].contains(box.name) {
        try readReferences(box.name, box.body, size)
      }
    case "idat": data = body
    case "iprp":
      for box in Boxes(body) {
        if box.name == "ipco" { boxes += Array(Boxes(box.body)) }
        if box.name == "ipma" { try readAssociations(box.body) }
      }
    default: break
    }
  }

  private static func version(_ reader: inout BigEndian) throws(BigEndian.End) -> Int {
    try reader.number(4) >> 24
  }

  private mutating func readKind(_ body: UnsafeRawBufferPointer) throws(BigEndian.End) {
    var reader = BigEndian(body)
    let version = try Self.version(&reader)
    guard version >= 2 else { return }
    let item = try reader.number(version == 2 ? 2 : 4)
    // Two bytes say whether the item is protected, in which case it can't be read.
    guard try reader.number(2) == 0 else { return }
    kinds[item] = try reader.name()
  }

  private mutating func readPlaces(_ reader: inout BigEndian) throws(BigEndian.End) {
    let version = try Self.version(&reader)
    let sizes = try reader.number(2)
    let (offset, length, base) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
    let index = version > 0 ? sizes & 15 : 0
    for _ in 0..<(try reader.number(version < 2 ? 2 : 4)) {
      let item = try reader.number(version < 2 ? 2 : 4)
      let method = version > 0 ? try reader.number(2) & 15 : 0
      let isHere = try reader.number(2) == 0
      let start = try reader.number(base)
      let extents = try reader.number(2)
      guard extents > 0 else { continue }
      // Phones store each item in one piece. Sizes may be zero, so the number of pieces would be unlimited.
      guard extents == 1 else { throw BigEndian.End() }
      _ = try reader.number(index)
      let (at, isTooFar) = start.addingReportingOverflow(try reader.number(offset))
      let count = try reader.number(length)
      guard isHere, !isTooFar, method < 2 else { continue }
      places[item] = (method == 1, at, count)
    }
  }

  private mutating func readReferences(
    _ name: String, _ body: UnsafeRawBufferPointer, _ size: Int
  ) throws(BigEndian.End) {
    var reader = BigEndian(body)
    let item = try reader.number(size)
    var others: [Int] = []
    for _ in 0..<(try reader.number(2)) { others.append(try reader.number(size)) }
    if name == "dimg" { parts[item] = others } else { extras.append((item, others)) }
  }

  private mutating func readAssociations(_ body: UnsafeRawBufferPointer) throws(BigEndian.End) {
    var reader = BigEndian(body)
    let head = try reader.number(4)
    let (version, isLong) = (head >> 24, head & 1 == 1)
    for _ in 0..<(try reader.number(4)) {
      let item = try reader.number(version == 0 ? 2 : 4)
      for _ in 0..<(try reader.number(1)) {
        let value = try reader.number(isLong ? 2 : 1)
        let limit = isLong ? 1 << 15 : 1 << 7
        associations[item, default: []].append((value & (limit - 1), value & limit != 0))
      }
    }
  }
}

/// Reads big-endian numbers from bytes that may end too early.
struct BigEndian {
  /// Fewer bytes are left than were requested.
  struct End: Error {}

  private(set) var rest: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

  mutating func bytes(_ count: Int) throws(End) -> UnsafeRawBufferPointer {
    guard (0...rest.count).contains(count) else { throw End() }
    defer { rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count)) }
    return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
  }

  /// - Parameter size: in bytes, up to 8; zero bytes are the number 0.
  mutating func number(_ size: Int) throws(End) -> Int {
    let value = try bytes(size).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let number = Int(exactly: value) else { throw End() }
    return number
  }

  /// Four letters.
  mutating func name() throws(End) -> String { String(decoding: try bytes(4), as: UTF8.self) }
}

/// The consecutive boxes in a file or in another box (ISO/IEC 14496-12, 4.2).
struct Boxes: Sequence, IteratorProtocol {
  private var reader: BigEndian

  init(_ bytes: UnsafeRawBufferPointer) { reader = BigEndian(bytes) }

  /// A box that is longer than the remaining bytes ends with them.
  mutating func next() -> (name: String, body: UnsafeRawBufferPointer)? {
    // The reader's only error is the end of the bytes, which ends the sequence. The same applies to the `try?` below.
    guard var length = try? reader.number(4), let name = try? reader.name() else { return nil }
    var head = 8
    if length == 1 {
      guard let long = try? reader.number(8) else { return nil }
      (length, head) = (long, 16)
    }
    let size = length == 0 ? reader.rest.count : length - head
    guard size >= 0, let body = try? reader.bytes(Swift.min(size, reader.rest.count)) else { return nil }
    return (name, body)
  }
}
