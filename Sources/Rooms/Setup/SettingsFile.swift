import SystemPackage
import YAML
import Yams

/// The settings from a file, and the errors in them.
struct SettingsFile {
  private(set) var found: [String: SettingsReader.Found] = [:]
  private(set) var problems: [SettingsError.Problem] = []
  private let path: FilePath
  private let keys: [SettingKey]

  /// - Parameter text: YAML.
  init(_ text: String, at path: FilePath, keys: [SettingKey]) {
    self.path = path
    self.keys = keys
    if let reference = YAMLReference.first(in: text) {
      refuse(
        at: place(reference.line, reference.column),
        "a value that begins with '\(reference.character)' is a YAML reference, which settings don't have; quote it")
      return
    }
    do {
      // All values are texts here; to know others, Yams would compile expressions that stay in memory.
      guard let root = try Parser(yaml: text, resolver: .basic).singleRoot(), !Self.isNull(root) else { return }
      guard case .mapping(let mapping) = root else {
        refuse(root.mark, "expected keys and values, such as 'plan: own'")
        return
      }
      take(mapping, section: "")
    } catch {
      refuse(error)
    }
  }

  private mutating func take(_ mapping: Node.Mapping, section: String) {
    for (key, value) in mapping {
      guard let word = key.scalar?.string else {
        refuse(key.mark, "a key must be a word")
        continue
      }
      let name = section + word
      if keys.contains(where: { $0.name == name }) {
        take(value, of: name, at: key.mark)
      } else if let member = keys.first(where: { $0.name.hasPrefix(name + ".") }) {
        if case .mapping(let inner) = value {
          take(inner, section: name + ".")
        } else if !Self.isNull(value) {
          refuse(
            key.mark, "'\(name)' is a group of keys; expected keys below it, such as \(member.name)", .invalidValue)
        }
      } else if case .mapping(let inner) = value, !inner.isEmpty {
        take(inner, section: name + ".")
      } else {
        refuse(
          key.mark, unknown(name), .unknownKey(name, meant: NearestName.find(name, among: keys.map(\.name))))
      }
    }
  }

  private mutating func take(_ value: Node, of name: String, at mark: Mark?) {
    let expected = keys.first { $0.name == name }?.expected ?? ""
    if let earlier = found[name] {
      return refuse(mark, "\(name) appears a second time; the first is at \(earlier.place)")
    }
    switch value {
    case .scalar(let scalar):
      guard !Self.isNull(value) else { return }
      note(.one(scalar.string), of: name, at: mark)
    case .sequence(let items):
      let words = items.map { Self.isNull($0) ? nil : $0.scalar?.string }
      guard !words.contains(nil) else {
        return refuse(mark, "\(name) is an invalid list; expected \(expected)", .invalidValue)
      }
      note(.many(words.compactMap(\.self)), of: name, at: mark)
    case .mapping, .alias:
      refuse(mark, "\(name) is a group of keys; expected \(expected)", .invalidValue)
    }
  }

  private mutating func note(_ text: SettingText, of name: String, at mark: Mark?) {
    found[name] = (
      text: text, provenance: .file(path, line: mark?.line ?? 1), place: place(mark?.line, mark?.column)
    )
  }

  private func unknown(_ name: String) -> String {
    if SettingKey.folded(name).hasSuffix("apikey") {
      return
        "unknown key '\(name)'; secrets aren't settings: run albumscanctl key set anthropic (or openai, compatible)"
    }
    return NearestName.unknown(name, among: keys.map(\.name))
  }

  private mutating func refuse(_ mark: Mark?, _ message: String, _ kind: SettingsError.Problem.Kind = .other) {
    refuse(at: place(mark?.line, mark?.column), message, kind)
  }

  private mutating func refuse(at place: String, _ message: String, _ kind: SettingsError.Problem.Kind = .other) {
    problems.append(SettingsError.Problem(place: place, message: message, kind: kind))
  }

  private mutating func refuse(_ error: any Error) {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      refuse(mark, "this isn't YAML: \(problem)")
    case .duplicatedKeysInMapping(let names, let context):
      refuse(context.mark, "'\(names.first ?? "")' appears more than once in this group")
    case .reader(let problem, _, _, _):
      refuse(at: path.string, "this isn't YAML: \(problem)")
    default:
      refuse(at: path.string, "this can't be read as YAML")
    }
  }

  private func place(_ line: Int?, _ column: Int?) -> String { "\(path.string):\(line ?? 1):\(column ?? 1)" }

  /// `key:` with nothing behind it leaves the default.
  private static func isNull(_ node: Node) -> Bool {
    guard case .scalar(let scalar) = node, scalar.style == .plain || scalar.style == .any else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(scalar.string)
  }
}
