package import Foundation

/// `docs/album.schema.json`, with as much of JSON Schema as it uses. Stricter in one thing: a key that the schema
/// doesn't name is a fault here, so that document and schema can't drift apart.
package struct AlbumSchema {
  private let root: [String: Any]

  package init() throws {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let data = try Data(contentsOf: repository.appendingPathComponent("docs/album.schema.json"))
    root = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  /// What is wrong with a document, each fault with its place; empty for a valid one.
  package func faults(in document: Data) throws -> [String] {
    faults(of: try JSONSerialization.jsonObject(with: document), by: root, at: "$")
  }

  private func faults(of value: Any, by schema: [String: Any], at place: String) -> [String] {
    if let reference = schema["$ref"] as? String {
      let name = reference.replacingOccurrences(of: "#/$defs/", with: "")
      guard let target = (root["$defs"] as? [String: Any])?[name] as? [String: Any] else {
        return ["\(place): no definition \(name)"]
      }
      return self.faults(of: value, by: target, at: place)
    }
    for (word, fits) in [("oneOf", { $0 == 1 }), ("anyOf", { $0 > 0 })] as [(String, (Int) -> Bool)] {
      guard let choices = schema[word] as? [[String: Any]] else { continue }
      let results: [[String]] = choices.map { self.faults(of: value, by: $0, at: place) }
      if !fits(results.count(where: \.isEmpty)) { return ["\(place): \(word) fails: \(results)"] }
    }
    var faults: [String] = []
    if let type = schema["type"] {
      let types = type as? [String] ?? [type as? String ?? ""]
      if !types.contains(where: { Self.is(value, of: $0) }) { faults.append("\(place): not of type \(types)") }
    }
    if let constant = schema["const"] as? String, value as? String != constant {
      faults.append("\(place): not \(constant)")
    }
    if let words = schema["enum"] as? [String], !words.contains(value as? String ?? "") {
      faults.append("\(place): no \(words)")
    }
    if let pattern = schema["pattern"] as? String, let string = value as? String,
      string.range(of: pattern, options: .regularExpression) == nil
    {
      faults.append("\(place): \(string) isn't \(pattern)")
    }
    if let number = value as? NSNumber, Self.is(value, of: "number") {
      if let least = schema["minimum"] as? Double, number.doubleValue < least {
        faults.append("\(place): below \(least)")
      }
      if let most = schema["maximum"] as? Double, number.doubleValue > most { faults.append("\(place): above \(most)") }
    }
    if let array = value as? [Any] {
      if let least = schema["minItems"] as? Int, array.count < least { faults.append("\(place): too few") }
      if let most = schema["maxItems"] as? Int, array.count > most { faults.append("\(place): too many") }
      if let items = schema["items"] as? [String: Any] {
        for (index, item) in array.enumerated() { faults += self.faults(of: item, by: items, at: "\(place)[\(index)]") }
      }
    }
    if let object = value as? [String: Any], let properties = schema["properties"] as? [String: [String: Any]] {
      let required = schema["required"] as? [String] ?? []
      faults += required.filter { object[$0] == nil }.map { "\(place).\($0): missing" }
      for (key, item) in object {
        guard let property = properties[key] else {
          faults.append("\(place).\(key): not in the schema")
          continue
        }
        faults += self.faults(of: item, by: property, at: "\(place).\(key)")
      }
    }
    return faults
  }

  private static func `is`(_ value: Any, of type: String) -> Bool {
    switch type {
    case "null": return value is NSNull
    case "string": return value is String
    case "array": return value is [Any]
    case "object": return value is [String: Any]
    default:
      guard let number = value as? NSNumber, !(value is NSNull) else { return false }
      let isBool = encodesBoolean(number)
      switch type {
      case "boolean": return isBool
      case "integer": return !isBool && number.doubleValue == number.doubleValue.rounded()
      default: return !isBool
      }
    }
  }

  /// On Linux a JSON boolean and a JSON number are both NSNumber; only the encoding of its value tells.
  private static func encodesBoolean(_ number: NSNumber) -> Bool {
    String(cString: number.objCType) == "c" || String(cString: number.objCType) == "B"
  }
}
