// The one file of Disk that needs Foundation: the standard library keeps Unicode normalization to itself.
import Foundation

/// A name for one file or folder, made from untrusted text: a cover, a website, a file's tag.
///
/// Results travel: by Syncthing to a phone, on a stick, to Windows or a Mac. If one of these systems refuses a name,
/// nothing under it ever arrives there. So a name contains only what all of them accept:
///
/// - none of `" * / : < > ? \ |`, no control characters, no dot or space at the end, and no device name before its
///   first dot (Microsoft, "Naming Files, Paths, and Namespaces"; exFAT specification, 7.7.3; Android,
///   `FileUtils.isValidFatFilename`)
/// - Unicode's NFC, because HFS+ and APFS treat composed and decomposed letters as the same, and other systems keep
///   what they got
/// - no unassigned code points, which macOS refuses
///
/// A forbidden character becomes the most similar ASCII character, or a hyphen; a question mark is removed, because
/// nothing is similar. Full-width look-alikes (`？`) would read better, but are hard to type, are missing in many fonts,
/// and old Windows programs convert them back to forbidden characters.
///
/// Line breaks and runs of spaces become one space. Invisible marks, and marks that change the writing direction, are
/// removed. A name doesn't begin with a dot or space. If nothing visible is left, the name is "untitled".
package struct PathName: Sendable {
  /// In bytes of UTF-8. File systems allow 255, of which Syncthing and other programs need some for their own names.
  package static let longest = 200

  private let stem: String
  /// The end of the name, such as an extension with its dot: it comes after a number, and is never cut.
  private let ending: String
  private let limit: Int

  package var text: String { stem + ending }

  /// A name without an extension: dots in it are part of a title.
  package init(_ text: String, bytes limit: Int = longest) {
    self.init(Self.clean(text), before: "", limit)
  }

  /// The name of a file: the extension is kept if the name is cut or gets a number.
  package init(ofFile name: String, bytes limit: Int = longest) {
    let name = Self.trimmed(Self.clean(name), atStart: false)
    // A long "extension" is part of a title with a dot in it.
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), name[dot...].utf8.count <= 16
    else {
      self.init(name, before: "", limit)
      return
    }
    self.init(String(name[..<dot]), before: String(name[dot...]), limit)
  }

  /// A name followed by a fixed ending, which is never cut.
  package init(_ text: String, before ending: String, bytes limit: Int = longest) {
    self.init(Self.clean(text), before: ending, limit)
  }

  private init(_ clean: String, before ending: String, _ limit: Int) {
    stem = Self.fitted(clean, bytes: limit - ending.utf8.count)
    self.ending = ending
    self.limit = limit
  }

  /// The name with a number after its stem: "IMG 2.jpg".
  package func numbered(_ number: Int) -> String {
    let ending = " \(number)\(ending)"
    return Self.fitted(stem, bytes: limit - ending.utf8.count) + ending
  }

  /// Whether a name is this one, with or without a number, including names made by older versions, which allowed more
  /// characters.
  package func covers(_ other: String) -> Bool {
    [other, PathName(other, bytes: limit).text].contains { $0 == text || isNumbered($0) }
  }

  private func isNumbered(_ other: String) -> Bool {
    guard other.hasSuffix(ending),
      let number = other.dropLast(ending.count).split(separator: " ").last.flatMap({ Int($0) })
    else { return false }
    return number > 1 && other == numbered(number)
  }

  /// A key that is equal for all names that some system treats as the same: it ignores case and composition (Windows,
  /// exFAT, APFS) and invisible code points (case-insensitive folders on Android and Linux, `utf8_casefold`).
  package static func likeness(_ name: String) -> String {
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.lowercased() }
    var seen = String.UnicodeScalarView()
    for scalar in name.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint { seen.append(scalar) }
    // Both ways, so that letters with the same capital become equal (`ς` and `σ`, which exFAT treats as the same).
    // String's own comparison ignores composition.
    return String(seen).lowercased().uppercased().lowercased()
  }

  // MARK: Allowed characters

  private static func clean(_ text: String) -> String {
    var clean = String.UnicodeScalarView()
    // More than any name has, and few enough to be sorted quickly even if all of them are marks on one letter.
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

  /// The replacement for a character; nil to remove it.
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
      // Joiners (U+200C, U+200D) shape Persian and emoji, and tags (U+E0020…) form flags. The rest of this class
      // changes the writing direction (U+202E shows "exe.jpg" as "gpj.exe") or is invisible.
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

  /// The name of a device for which Windows would mistake the name, as written: `con` in `con .tar.gz`.
  private static func device(at name: String) -> Substring? {
    let head = name.unicodeScalars.prefix { $0 != "." }
    let word = Substring(trimmed(String(head)))
    return devices.contains(word.uppercased()) ? word : nil
  }
}
