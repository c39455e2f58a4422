/// The number of a scan: what `albumscanctl show` takes and `album.json` calls `id`.
package struct ScanID: Codable, Hashable, Comparable, Sendable, CustomStringConvertible {
  package let number: Int64

  package init(_ number: Int64) { self.number = number }
  package var description: String { String(number) }
  package static func < (a: ScanID, b: ScanID) -> Bool { a.number < b.number }

  package init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int64.self) }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}
