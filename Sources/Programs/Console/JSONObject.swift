/// A JSON object, written down key by key. An optional without a value becomes null.
package struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private let fields: [String: any Encodable]

  package init(dictionaryLiteral fields: (String, any Encodable)...) {
    self.fields = Dictionary(uniqueKeysWithValues: fields)
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (name, value) in fields { try container.encode(value, forKey: Name(stringValue: name)) }
  }

  /// The same object as a document.
  /// - Parameter schema: the document's name and version, for example `history/1`.
  func document(_ schema: String) -> JSONObject {
    JSONObject(fields: fields.merging(["schema": "albumscan/\(schema)"]) { _, schema in schema })
  }

  private init(fields: [String: any Encodable]) { self.fields = fields }
}
