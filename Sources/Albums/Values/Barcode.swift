/// The number of a barcode: EAN-13, EAN-8, or UPC-A.
///
/// Numbers that differ only in leading zeros are equal: a UPC-A is an EAN-13 without its first zero.
package struct Barcode: Codable, Hashable, Sendable, CustomStringConvertible {
  /// As printed, without blanks.
  package let digits: String

  /// Nil for what has another length than 8, 12 or 13 digits, or another check digit than it should (GS1 General
  /// Specifications, 7.9). Blanks and hyphens between the digits don't count.
  package init?(_ text: String) {
    let digits = text.filter { !$0.isWhitespace && $0 != "-" }
    let numbers = digits.utf8.map { Int($0) - 0x30 }
    guard [8, 12, 13].contains(numbers.count), numbers.allSatisfy({ 0...9 ~= $0 }) else { return nil }
    let sum = numbers.reversed().enumerated().reduce(0) { $0 + ($1.offset % 2 == 0 ? 1 : 3) * $1.element }
    guard sum > 0, sum % 10 == 0 else { return nil }
    self.digits = digits
  }

  package var description: String { digits }

  /// What tells it from others.
  package var significant: Substring { digits.drop { $0 == "0" } }

  package static func == (a: Barcode, b: Barcode) -> Bool { a.significant == b.significant }
  package func hash(into hasher: inout Hasher) { hasher.combine(significant) }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let barcode = Barcode(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a barcode that is none")
    }
    self = barcode
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(digits)
  }
}

extension Barcode {
  /// Whether two barcodes are one: blanks and the leading zeros that make a UPC an EAN aside.
  static func areSame(_ a: String?, _ b: String?) -> Bool {
    guard let a = a.map(significant), let b = b.map(significant), !a.isEmpty else { return false }
    return a == b
  }

  private static func significant(_ barcode: String) -> Substring {
    String(barcode.filter { $0.isASCII && $0.isNumber }).drop { $0 == "0" }
  }
}

extension CatalogAlbum {
  /// Whether one of its releases is sold by this number.
  package func has(_ barcode: Barcode) -> Bool {
    releases.contains { Barcode.areSame($0.barcode, barcode.digits) }
  }
}
