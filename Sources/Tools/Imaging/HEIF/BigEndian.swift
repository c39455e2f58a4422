/// Reads big-endian numbers from bytes that may end too early.
struct BigEndian {
  /// Fewer bytes are left than were asked for.
  struct End: Error {}

  private(set) var rest: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

  mutating func bytes(_ count: Int) throws(End) -> UnsafeRawBufferPointer {
    guard (0...rest.count).contains(count) else { throw End() }
    defer { rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count)) }
    return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
  }

  /// - Parameter size: in bytes, up to 8; of none of them is 0.
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

  /// A box that claims more than there is has what there is.
  mutating func next() -> (name: String, body: UnsafeRawBufferPointer)? {
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
