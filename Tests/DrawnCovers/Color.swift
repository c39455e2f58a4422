/// A color of eight bits a channel.
package struct Color: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  /// `0xRRGGBB`.
  package init(_ hex: UInt32) {
    red = UInt8(hex >> 16 & 255)
    green = UInt8(hex >> 8 & 255)
    blue = UInt8(hex & 255)
  }

  /// As it lies in memory, little-endian: red, green, blue, unused.
  var pixel: UInt32 { UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 }

  /// Whether black lettering reads better on it than white (ITU-R BT.601 luma).
  var isLight: Bool { 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) > 140_000 }
}
