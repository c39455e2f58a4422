/// The name of a list of albums: `owned`, `wanted`, `heard`, or any other. Lists whose names differ only in case are the
/// same.
package struct ListName: Hashable, Sendable, CustomStringConvertible {
  /// As it was written; `owned`, `wanted`, and `heard` always so.
  package let text: String
  /// By which lists are told apart.
  package let key: String
  package var description: String { text }

  package static let (owned, wanted, heard) = (ListName("owned"), ListName("wanted"), ListName("heard"))
  package static let usual = [owned, wanted, heard]

  /// In UTF-8, as folders' names are counted.
  package static let limit = 64

  package var isUsual: Bool { Self.usual.contains(self) }

  private init(_ text: String) { (self.text, key) = (text, text) }

  /// Nil for what can't be a name: nothing, more than 64 bytes, or control characters.
  package init?(name: String) {
    // Before anything looks at each character: a cell of a table may hold megabytes.
    guard name.utf8.count <= 4 * Self.limit, name.allSatisfy({ !$0.isNewline }),
      !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
      let shown = Cleaned.text(name)?.composed, shown.utf8.count <= Self.limit
    else { return nil }
    key = shown.lowercased().composed
    text = Self.usual.contains { [key] in $0.text == key } ? key : shown
  }

  /// The list that a folder of the inbox stands for; nil for the folders of cameras and sync programs, and for those
  /// named after a time.
  package init?(folder: String) {
    guard !folder.hasPrefix("."), let name = ListName(name: folder), !Self.isOfCamera(name.key),
      !Self.isOfTime(name.key)
    else { return nil }
    self = name
  }

  /// DCF (JEITA CP-3461): `DCIM`, and in it three digits and five letters. The others are those of Android, iOS, and the
  /// usual apps.
  private static func isOfCamera(_ key: String) -> Bool {
    if key.wholeMatch(of: /[1-9]\d\d[a-z0-9_]{5}/) != nil { return true }
    let album =
      /((my )?(camera|photos?|pictures?|images?|screenshots?)|whatsapp|telegram)( (rolls?|uploads?|library|images|media))?/
    return key.wholeMatch(of: album) != nil || folders.contains(key)
  }

  private static let folders: Set = [
    "dcim", "100andro", "open camera", "opencamera", "instant upload", "instantupload", "phone", "iphone", "android",
    "internal storage", "sd card", "inbox", "uploads", "upload", "fotos", "bilder", "recents", "camera roll",
  ]

  /// A year, a month, or a day, as programs name folders after them.
  private static func isOfTime(_ key: String) -> Bool {
    if key.wholeMatch(of: /(19|20)\d\d([-_. ]?(0?[1-9]|1[0-2])([-_. ]?(0?[1-9]|[12]\d|3[01]))?)?/) != nil {
      return true
    }
    if key.wholeMatch(of: /(0?[1-9]|[12]\d|3[01])([-_. ](0?[1-9]|1[0-2])([-_. ](19|20)\d\d)?)?/) != nil { return true }
    let words = key.split { $0 == " " || $0 == "-" || $0 == "_" || $0 == "." || $0 == "," }
    let others = words.filter { word in !months.contains { $0.hasPrefix(word) && word.count >= 3 } }
    return others.count < words.count && others.count <= 2
      && others.allSatisfy { $0.wholeMatch(of: /(19|20)\d\d|0?[1-9]|[12]\d|3[01]/) != nil }
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "sept", "october",
    "november", "december",
  ]
}
