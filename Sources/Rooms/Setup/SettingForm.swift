import Albums
import SystemPackage

/// The unparsed value of a setting: one text, or a list of texts.
enum SettingText: Equatable, Sendable {
  case one(String)
  case many([String])
}

/// A value that a setting doesn't accept, with a hint if there is one.
struct InvalidValue: Error {
  var hint: String?
}

/// The form of a setting's value: what is expected, how it is parsed, and how it is shown.
struct SettingForm<Value: Sendable>: Sendable {
  /// Ends a sentence that begins "expected".
  let expected: String
  let read: @Sendable (SettingText, _ home: FilePath) throws(InvalidValue) -> Value
  let show: @Sendable (Value) -> String
  /// Not to be repeated where others may read it.
  var isSecret = false
}

extension SettingForm {
  /// For what is written in one word.
  init(
    expected: String, word: @escaping @Sendable (String, _ home: FilePath) throws(InvalidValue) -> Value,
    show: @escaping @Sendable (Value) -> String
  ) {
    self.init(
      expected: expected,
      read: { text, home throws(InvalidValue) in
        guard case .one(let one) = text else { throw InvalidValue() }
        return try word(one, home)
      }, show: show)
  }
}

extension SettingForm<Bool> {
  /// YAML 1.1's words, so that what looks like a yes is one.
  static let flag = SettingForm(
    expected: "true or false",
    word: { word, _ throws(InvalidValue) in
      switch word.lowercased() {
      case "true", "yes", "on": true
      case "false", "no", "off": false
      default: throw InvalidValue()
      }
    }, show: { $0 ? "true" : "false" })
}

extension SettingForm<Int> {
  static func integer(_ range: ClosedRange<Int>) -> Self {
    SettingForm(
      expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      word: { word, _ throws(InvalidValue) in
        guard let number = Int(word), range.contains(number) else { throw InvalidValue() }
        return number
      }, show: { String($0) })
  }
}

extension SettingForm<Double> {
  static func number(_ range: ClosedRange<Double>, of unit: String) -> Self {
    SettingForm(
      expected: "a number of \(unit) from \(plain(range.lowerBound)) to \(plain(range.upperBound))",
      word: { word, _ throws(InvalidValue) in
        guard let number = decimal(word), range.contains(number) else { throw InvalidValue() }
        return number
      }, show: { plain($0) })
  }
}

extension SettingForm<Money> {
  static let dollars = SettingForm(
    expected: "an amount of US dollars from 0 to 100000",
    word: { word, _ throws(InvalidValue) in
      guard let number = decimal(word), (0...100_000).contains(number) else { throw InvalidValue() }
      return Money(dollars: number)
    }, show: { plain($0.dollars) })
}

extension SettingForm<String> {
  /// Any text in one line.
  static func text(_ expected: String, where isFit: @escaping @Sendable (String) -> Bool = { _ in true }) -> Self {
    SettingForm(
      expected: expected,
      word: { word, _ throws(InvalidValue) in
        guard !word.isEmpty, !word.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }), isFit(word)
        else { throw InvalidValue() }
        return word
      }, show: { $0 })
  }

  /// The address of a service, without the slash at its end.
  static let address = SettingForm(
    expected: "an https address (http only for this computer), without user, query, or fragment",
    word: { word, _ throws(InvalidValue) in
      guard let address = WebAddress(word) else { throw InvalidValue() }
      guard address.isSecure else {
        throw InvalidValue(hint: "plain http would send keys and pictures unencrypted")
      }
      return address.text
    }, show: { $0 })

  /// The address of an ntfy topic, whose name is like a password.
  static let topic = {
    var form = SettingForm(
      expected: "the https address of a topic (http only for this computer), such as https://ntfy.sh/NAME",
      word: { word, _ throws(InvalidValue) in
        guard let address = WebAddress(word), let slash = address.text.lastIndex(of: "/"),
          address.text[..<slash].contains("://"),
          address.text[slash...].wholeMatch(of: /\/[-_A-Za-z0-9]{1,64}/) != nil
        else { throw InvalidValue() }
        guard address.isSecure else { throw InvalidValue(hint: "plain http would send the topic unencrypted") }
        return address.text
      }, show: { "\($0[...($0.lastIndex(of: "/") ?? $0.startIndex)])…" })
    form.isSecret = true
    return form
  }()
}

extension SettingForm<FilePath> {
  /// A relative path begins at the home folder, as one with `~/` does.
  static let path = SettingForm(
    expected: "a path: absolute, with ~/, or relative to the home folder",
    word: { word, home throws(InvalidValue) in
      guard !word.isEmpty, !word.contains("\0") else { throw InvalidValue() }
      if word == "~" { return home }
      if word.hasPrefix("~/") { return home.appending(String(word.dropFirst(2))).lexicallyNormalized() }
      guard !word.hasPrefix("~") else { throw InvalidValue(hint: "~ is supported only for your own home folder") }
      return home.pushing(FilePath(word)).lexicallyNormalized()
    }, show: { $0.string })
}

extension SettingForm where Value: CaseIterable & RawRepresentable<String> {
  static var choice: Self { choice() }

  static func choice(
    of values: [Value] = Array(Value.allCases), word spelled: @escaping @Sendable (Value) -> String = { $0.rawValue }
  ) -> Self {
    let words = values.map(spelled)
    return SettingForm(
      expected: words.count == 2 ? words.joined(separator: " or ") : "one of \(words.joined(separator: ", "))",
      word: { word, _ throws(InvalidValue) in
        if let value = values.first(where: { spelled($0) == word }) { return value }
        throw InvalidValue(hint: NearestName.find(word, among: words).map { "did you mean '\($0)'?" })
      }, show: spelled)
  }
}

extension SettingForm {
  /// The word `auto`, which is nil, or what `form` reads.
  static func automatic<Wrapped>(_ form: SettingForm<Wrapped>) -> Self where Value == Wrapped? {
    SettingForm(
      expected: "auto, or \(form.expected)",
      read: { text, home throws(InvalidValue) in text == .one("auto") ? nil : try form.read(text, home) },
      show: { $0.map(form.show) ?? "auto" })
  }

  /// What `form` reads; nil, shown as `otherwise`, when the key isn't set.
  static func optional<Wrapped>(_ form: SettingForm<Wrapped>, otherwise: String) -> Self where Value == Wrapped? {
    SettingForm(
      expected: form.expected, read: { text, home throws(InvalidValue) in try form.read(text, home) },
      show: { $0.map(form.show) ?? otherwise }, isSecret: form.isSecret)
  }

  /// A list; in the environment, or as a single word in the file, its items stand between separators.
  static func list<Item>(of form: SettingForm<Item>, separator: Character, otherwise: String = "[]") -> Self
  where Value == [Item] {
    SettingForm(
      expected: "a list, each item \(form.expected)",
      read: { text, home throws(InvalidValue) in
        let words =
          switch text {
          case .one(let line): line.split(separator: separator).map(trimmed)
          case .many(let words): words
          }
        var items: [Item] = []
        for word in words { items.append(try form.read(.one(word), home)) }
        return items
      }, show: { $0.isEmpty ? otherwise : "[" + $0.map(form.show).joined(separator: ", ") + "]" })
  }
}

extension SettingForm<[Double]> {
  /// Of input and of output.
  static let price = {
    let pair = list(of: .number(0...100_000, of: "US dollars"), separator: ",")
    return SettingForm(
      expected: "two amounts [in, out] of US dollars from 0 to 100000",
      read: { text, home throws(InvalidValue) in
        let amounts = try pair.read(text, home)
        guard amounts.count == 2 else { throw InvalidValue() }
        return amounts
      }, show: pair.show)
  }()
}

/// Digits, sign, point and exponent only: `Double` alone would also take `inf`, `nan` and hexadecimal.
private func decimal(_ word: String) -> Double? {
  word.allSatisfy({ "0123456789.+-eE".contains($0) }) ? Double(word) : nil
}

/// Without a fraction where there is none.
private func plain(_ number: Double) -> String {
  number == number.rounded() ? String(Int(number)) : String(number)
}

private func trimmed(_ word: some StringProtocol) -> String {
  let start = word.drop(while: \.isWhitespace)
  guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
  return String(start[...last])
}
