internal import Albums
package import SystemPackage

/// Reads settings from their sources, and records every known setting, where its value came from, and what was wrong
/// with it.
struct SettingsReader {
  /// A value as it was found; `place` is for error messages.
  typealias Found = (text: SettingText, provenance: Provenance, place: String)

  /// `~`.
  let home: FilePath
  /// By key, the best source first.
  private let sources: [[String: Found]]
  private(set) var entries: [SettingEntry] = []
  private(set) var problems: [SettingsError.Problem] = []

  init(sources: [[String: Found]], home: FilePath) {
    self.sources = sources
    self.home = home
  }

  /// The value of a key: the table of all keys is the sum of these calls.
  /// - Parameters:
  ///   - standard: the default.
  ///   - preset: the chosen plan's default, and the plan's name.
  mutating func value<Value>(
    _ name: String, _ form: SettingForm<Value>, or standard: Value, preset: (value: Value, plan: String)? = nil,
    _ summary: String
  ) -> Value {
    let key = SettingKey(name: name, expected: form.expected, standard: form.show(standard), summary: summary)
    var value = preset?.value ?? standard
    var provenance = preset.map { Provenance.plan($0.plan) } ?? .standard
    if let found = sources.lazy.compactMap({ $0[name] }).first {
      do throws(InvalidValue) {
        value = try form.read(found.text, home)
        provenance = found.provenance
      } catch {
        refuse(
          "\(name) is \(form.isSecret ? "something else" : Self.quoted(found.text)); expected \(form.expected)"
            + (error.hint.map { " (\($0))" } ?? ""),
          at: found.place, kind: .invalidValue)
      }
    }
    entries.append(SettingEntry(key: key, value: form.show(value), provenance: provenance))
    return value
  }

  /// Notes a problem with what is set for the key `name`.
  mutating func refuse(_ name: String, because reason: String) {
    let place = sources.lazy.compactMap { $0[name]?.place }.first ?? "default"
    refuse("\(name) \(reason)", at: place)
  }

  mutating func refuse(_ message: String, at place: String, kind: SettingsError.Problem.Kind = .other) {
    problems.append(SettingsError.Problem(place: place, message: message, kind: kind))
  }

  /// Cut short, on one line, and never a key that was put into the wrong place.
  static func quoted(_ text: SettingText) -> String {
    switch text {
    case .many: return "an invalid list"
    case .one(""): return "empty"
    case .one(let word):
      if word.hasPrefix("sk-") { return "something that looks like a secret key" }
      let clean = String(word.prefix(60).map { $0.unicodeScalars.allSatisfy { $0.value >= 32 } ? $0 : " " })
      return "'\(clean)\(word.count > 60 ? "…" : "")'"
    }
  }
}

/// A setting with its value and where the value comes from.
package struct SettingEntry: Equatable, Sendable {
  package let key: SettingKey
  /// As one would write it.
  package fileprivate(set) var value: String
  package fileprivate(set) var provenance: Provenance
}

/// Where a value comes from.
package enum Provenance: Equatable, Sendable, CustomStringConvertible {
  case standard
  /// An earlier version's default, which this installation keeps.
  case kept
  /// The named plan presets it.
  case plan(String)
  case file(FilePath, line: Int)
  /// A file that holds this one value.
  case credential(FilePath)
  case environment(String)

  package var description: String {
    switch self {
    case .standard: "default"
    case .kept: "earlier default, kept since there were scans"
    case .plan(let name): "plan \(name)"
    case .file(let path, let line): "\(path.string):\(line)"
    case .credential(let path): path.string
    case .environment(let name): "environment \(name)"
    }
  }
}

/// Invalid settings: all problems, in the order in which they were found.
package struct SettingsError: Error, Equatable, CustomStringConvertible {
  /// One thing that is wrong.
  package struct Problem: Equatable, Sendable, CustomStringConvertible {
    /// `FILE:LINE:COLUMN`, or `environment NAME`; empty for what was only just typed, and stands nowhere yet.
    package let place: String
    /// What is wrong, what was expected, and the nearest valid key.
    package let message: String
    package var kind = Kind.other

    package enum Kind: Equatable, Sendable {
      case other
      /// With the key that was probably meant.
      case unknownKey(String, meant: String?)
      case invalidValue
    }

    package var description: String { place.isEmpty ? message : "\(place): \(message)" }
  }

  package let problems: [Problem]

  package var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension LoadedSettings {
  /// Lets earlier versions' defaults stand for settings that aren't set.
  /// - Parameter defaults: as they are written in the environment, by the settings' names.
  package mutating func keep(_ defaults: [String: String]) {
    guard let kept = defaults["wallet.sources"],
      let place = entries.firstIndex(where: { $0.key.name == "wallet.sources" && $0.provenance == .standard })
    else { return }
    let words = kept.split(separator: ",").map(String.init)
    settings.wallet.keep(sources: WalletSource.allCases.filter { words.contains($0.setting) })
    entries[place].value = "[\(words.joined(separator: ", "))]"
    entries[place].provenance = .kept
  }
}
