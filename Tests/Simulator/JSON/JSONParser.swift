import Foundation

/// Reads JSON with Foundation, which has nothing to do with AlbumScan's own reader.
enum JSONParser {
  static func parse(_ bytes: some Sequence<UInt8>) throws -> JSON {
    try JSONDecoder().decode(Decoded.self, from: Data(bytes)).value
  }

  private struct Decoded: Decodable {
    let value: JSON

    init(from decoder: any Decoder) throws {
      if let members = try? decoder.container(keyedBy: Name.self) {
        value = .object(
          try members.allKeys.map {
            JSON.Member(name: $0.stringValue, value: try members.decode(Decoded.self, forKey: $0).value)
          })
      } else if var items = try? decoder.unkeyedContainer() {
        var values: [JSON] = []
        while !items.isAtEnd { values.append(try items.decode(Decoded.self).value) }
        value = .array(values)
      } else {
        let single = try decoder.singleValueContainer()
        value =
          if single.decodeNil() {
            .null
          } else if let flag = try? single.decode(Bool.self) {
            .bool(flag)
          } else if let number = try? single.decode(Int.self) {
            .int(number)
          } else if let number = try? single.decode(Double.self) {
            .double(number)
          } else {
            .string(try single.decode(String.self))
          }
      }
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
