/// A SHA-256, as 64 lower-case hexadecimal digits. The identity of a photo is its digest.
package struct Digest: Codable, Hashable, Sendable, CustomStringConvertible {
  package let hex: String

  package init(hex: String) { self.hex = hex }
  package var description: String { hex }

  package init(from decoder: any Decoder) throws { hex = try decoder.singleValueContainer().decode(String.self) }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }
}
