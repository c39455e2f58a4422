/// CRC-32 as in PNG and zip (ISO 3309). It detects accidental damage, not manipulation.
struct Checksum {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }

  private var state: UInt32 = 0xFFFF_FFFF

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var state = state
    Self.table.withUnsafeBufferPointer { table in
      for byte in bytes { state = table[Int((state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8) }
    }
    self.state = state
  }

  var value: UInt32 { ~state }

  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var checksum = Checksum()
    checksum.add(bytes)
    return checksum.value
  }
}
