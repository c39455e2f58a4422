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
      let shown = Cleaned.text(name).map(UnicodeNormalization.composed), shown.utf8.count <= Self.limit
    else { return nil }
    key = UnicodeNormalization.composed(shown.lowercased())
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

/// A list that an album is on.
package struct AlbumList: Codable, Equatable, Hashable, Sendable {
  package let name: String
  /// RFC 3339, UTC.
  package let since: String

  package init(name: String, since: String) {
    self.name = name
    self.since = since
  }

  /// For people: `You own it, since 2 May 2026`, `Wanted: on your list since 2 May 2026`.
  /// - Parameter day: how a date is written there.
  package func words(day: (_ rfc3339: String) -> String) -> String {
    switch name {
    case ListName.owned.text: "You own it, since \(day(since))"
    case ListName.wanted.text: "Wanted: on your list since \(day(since))"
    case ListName.heard.text: "Heard: on your list since \(day(since))"
    default: "On your list “\(name)” since \(day(since))"
    }
  }

  /// The same in a few words: `you own it`, `wanted since 2026-05-02`.
  /// - Parameter scannedAt: when the album was scanned: a list on which it came that day needs no date.
  package func brief(scannedAt: String) -> String {
    if name == ListName.owned.text { return "you own it" }
    let words = ListName.usual.contains { $0.text == name } ? name : "on your list “\(name)”"
    return since.prefix(10) < scannedAt.prefix(10) ? "\(words) since \(since.prefix(10))" : words
  }
}

/// What a person says of an album: the lists that it is on, and a rating.
package struct AlbumMarks: Equatable, Sendable {
  /// `owned`, `wanted`, `heard`, then the others, the oldest first.
  package var lists: [AlbumList]
  /// From 0 to 10.
  package var rating: Double?

  package init(lists: [AlbumList] = [], rating: Double? = nil) {
    let usual = ListName.usual.map(\.text)
    let place = { (list: AlbumList) in usual.firstIndex(of: list.name) ?? usual.count }
    self.lists = lists.sorted { (place($0), $0.since, $0.name) < (place($1), $1.since, $1.name) }
    self.rating = rating
  }
}

extension AlbumDocument {
  /// What the user says of its album, as of now.
  package mutating func take(_ marks: AlbumMarks) {
    lists = marks.lists
    owned = marks.lists.contains { $0.name == ListName.owned.text }
    yourRating = marks.rating
  }

  /// For people, a line each.
  /// - Parameter day: how a date is written there.
  package func markWords(day: (_ rfc3339: String) -> String) -> [String] {
    lists.map { $0.words(day: day) } + [yourRating.map { "Your rating: \(Self.rounded($0))" }].compactMap(\.self)
  }

  /// The lists in a few words each.
  package var listWords: [String] { lists.map { $0.brief(scannedAt: scannedAt) } }

  /// With at most one decimal.
  private static func rounded(_ rating: Double) -> String {
    let tenths = Int((rating * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
