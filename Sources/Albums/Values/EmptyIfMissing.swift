/// A list that decodes to empty if its key is missing, as in older documents and ledger rows.
@propertyWrapper
package struct EmptyIfMissing<Element: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  package var wrappedValue: [Element]

  package init(wrappedValue: [Element] = []) { self.wrappedValue = wrappedValue }

  package init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode([Element].self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension KeyedDecodingContainer {
  /// What the compiler's own decoding calls for a `@EmptyIfMissing` property.
  package func decode<Element>(_ type: EmptyIfMissing<Element>.Type, forKey key: Key) throws -> EmptyIfMissing<Element>
  {
    try decodeIfPresent(type, forKey: key) ?? EmptyIfMissing()
  }
}
