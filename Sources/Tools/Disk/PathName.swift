// The one file of Disk that needs Foundation: the standard library keeps Unicode normalization to itself.
import Foundation

/// The name of one file or folder, made from text that anyone may have written: a cover, a website, a file's tag.
///
/// What is made of a photo travels: by Syncthing to a phone, on a stick, to Windows or a Mac. Where one of them refuses a
/// name, nothing under it ever arrives there. So a name holds only what all of them take:
///
/// - none of `" * / : < > ? \ |`, no control character, no dot or blank at the end, and no name of a device before its first
///   dot (Microsoft, "Naming Files, Paths, and Namespaces"; exFAT specification, 7.7.3; Android, `FileUtils.isValidFatFilename`)
/// - Unicode's NFC, since HFS+ and APFS take composed and decomposed letters for the same, and others give back what they got
/// - no code point that stands for nothing, which macOS refuses
///
/// A forbidden character becomes the one of ASCII that reads most like it, or a hyphen; a question mark is left out, since
/// nothing is like it. Full-width look-alikes (`？`) would read better, but nobody can type them, fonts lack them, and old
/// Windows programs turn them back into what is forbidden.
///
/// Line breaks and runs of blanks become one blank. Marks that turn the direction of text around or can't be seen are left
/// out. No dot or blank begins it. What leaves nothing to see is "untitled".
package struct PathName: Sendable {
  /// In bytes of UTF-8. File systems take 255, of which Syncthing and others need some for names of their own.
  package static let longest = 200

  private let stem: String
  /// The extension with its dot, say: what stands behind a number, and is never cut.
  private let ending: String
  private let limit: Int

  package var text: String { stem + ending }

  /// A name without an extension: dots in it are part of a title.
  package init(_ text: String, bytes limit: Int = longest) {
    self.init(Self.clean(text), before: "", limit)
  }

  /// The name of a file: what follows the last dot stays where the name is cut or gets a number.
  package init(ofFile name: String, bytes limit: Int = longest) {
    let name = Self.trimmed(Self.clean(name), atStart: false)
    // An "extension" of many bytes is a title with a dot in it.
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), name[dot...].utf8.count <= 16
    else {
      self.init(name, before: "", limit)
      return
    }
    self.init(String(name[..<dot]), before: String(name[dot...]), limit)
  }

  /// A name with words of ours behind it, which are never cut.
  package init(_ text: String, before ending: String, bytes limit: Int = longest) {
    self.init(Self.clean(text), before: ending, limit)
  }

  private init(_ clean: String, before ending: String, _ limit: Int) {
    stem = Self.fitted(clean, bytes: limit - ending.utf8.count)
    self.ending = ending
    self.limit = limit
  }

  /// The name with a number behind its stem: "IMG 2.jpg".
  package func numbered(_ number: Int) -> String {
    let ending = " \(number)\(ending)"
    return Self.fitted(stem, bytes: limit - ending.utf8.count) + ending
  }

  /// Whether a name is this one, with a number or without; also one that an older version made, which allowed more.
  package func covers(_ other: String) -> Bool {
    [other, PathName(other, bytes: limit).text].contains { $0 == text || isNumbered($0) }
  }

  private func isNumbered(_ other: String) -> Bool {
    guard other.hasSuffix(ending),
      let number = other.dropLast(ending.count).split(separator: " ").last.flatMap({ Int($0) })
    else { return false }
    return number > 1 && other == numbered(number)
  }

  /// What a name has in common with all that some system takes for the same: it knows neither case nor composition (Windows,
  /// exFAT, APFS), nor code points that can't be seen (Android's and Linux's folders without case, `utf8_casefold`).
  package static func likeness(_ name: String) -> String {
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.lowercased() }
    var seen = String.UnicodeScalarView()
    for scalar in name.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint { seen.append(scalar) }
    // There and back, so that letters meet that have one capital in common (`ς` and `σ`, which exFAT takes for the same).
    // String's own comparison doesn't tell compositions apart.
    return String(seen).lowercased().uppercased().lowercased()
  }

  // MARK: What may stand in it

  private static func clean(_ text: String) -> String {
    var clean = String.UnicodeScalarView()
    // More than any name holds, and few enough to be sorted in no time, were all of it marks on one letter.
    var room = 1024
    for scalar in text.unicodeScalars where room > 0 {
      guard let other = scalar.properties.isWhitespace ? " " : replacement(for: scalar),
        other != " " || clean.last != " "
      else { continue }
      clean.append(other)
      room -= 1
    }
    return String(clean).precomposedStringWithCanonicalMapping
  }

  /// What stands for a character; nil where it is left out.
  private static func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "/", "\\", "|", ":", "*": return "-"
    case "\"": return "'"
    case "<": return "("
    case ">": return ")"
    case "?": return nil
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .unassigned: return nil
    case .format:
      // Joiners (U+200C, U+200D) shape Persian and emoji, tags (U+E0020…) make flags; the rest of this class turns text
      // around (U+202E makes "gpj.exe" of "exe.jpg") or hides in it.
      let shapes = (0x200C...0x200D).contains(scalar.value) || (0xE0020...0xE007F).contains(scalar.value)
      return shapes ? scalar : nil
    default: return scalar
    }
  }

  // MARK: Its length, and its ends

  private static func fitted(_ text: String, bytes limit: Int) -> String {
    let name = trimmed(cut(trimmed(text), bytes: limit))
    let canBeSeen = name.unicodeScalars.contains { !$0.properties.isDefaultIgnorableCodePoint }
    guard canBeSeen else { return String("untitled".prefix(max(1, limit))) }
    guard let device = device(at: name) else { return name }
    return trimmed(cut("\(device)_\(name.dropFirst(device.count))", bytes: limit))
  }

  private static func trimmed(_ text: String, atStart: Bool = true) -> String {
    var text = text.unicodeScalars[...]
    while atStart, let first = text.first, first == "." || first == " " { text.removeFirst() }
    while let last = text.last, last == "." || last == " " { text.removeLast() }
    return String(text)
  }

  private static func cut(_ text: String, bytes limit: Int) -> String {
    if text.utf8.count <= limit { return text }
    var (end, size) = (text.startIndex, 0)
    for character in text {
      size += character.utf8.count
      if size > limit { break }
      end = text.index(after: end)
    }
    return String(text[..<end])
  }

  // MARK: Devices

  private static let devices: Set<String> = {
    let digits = (0...9).map(String.init) + ["¹", "²", "³"]
    return Set(["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"] + digits.flatMap { ["COM\($0)", "LPT\($0)"] })
  }()

  /// The name of a device that Windows would take a name for, as it is written there: `con` of `con .tar.gz`.
  private static func device(at name: String) -> Substring? {
    let head = name.unicodeScalars.prefix { $0 != "." }
    let word = Substring(trimmed(String(head)))
    return devices.contains(word.uppercased()) ? word : nil
  }
}
