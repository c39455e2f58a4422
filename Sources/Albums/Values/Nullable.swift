/// Encodes nil as null, where the synthesized coding would omit the key, and decodes a missing key as nil.
@propertyWrapper
package struct Nullable<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  package var wrappedValue: Value?

  package init(wrappedValue: Value? = nil) { self.wrappedValue = wrappedValue }
  package init(_ value: Value?) { wrappedValue = value }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
  }
}

extension KeyedDecodingContainer {
  /// What the compiler's own decoding calls for a `@Nullable` property.
  package func decode<Value>(_ type: Nullable<Value>.Type, forKey key: Key) throws -> Nullable<Value> {
    try decodeIfPresent(type, forKey: key) ?? Nullable()
  }
}

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

/// A flag that decodes to false if its key is missing, as in older documents.
@propertyWrapper
package struct FalseIfMissing: Codable, Equatable, Sendable {
  package var wrappedValue: Bool

  package init(wrappedValue: Bool = false) { self.wrappedValue = wrappedValue }

  package init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Bool.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension KeyedDecodingContainer {
  /// What the compiler's own decoding calls for a `@FalseIfMissing` property.
  package func decode(_ type: FalseIfMissing.Type, forKey key: Key) throws -> FalseIfMissing {
    try decodeIfPresent(type, forKey: key) ?? FalseIfMissing()
  }
}
