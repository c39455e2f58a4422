/// A song as MPD describes it.
package struct Song: Equatable, Sendable {
  /// Its URI in MPD's database, relative to the music folder; with a scheme for streams.
  package let file: String

  /// Tags by MPD's own names ("Album", "AlbumArtist", "MUSICBRAINZ_ALBUMID"), each with its values in order.
  package let tags: [String: [String]]

  /// Nil if MPD doesn't know the song: a playlist's entry that isn't in the database. It has no tags, either.
  package let duration: Duration?

  package init(file: String, tags: [String: [String]] = [:], duration: Duration? = nil) {
    self.file = file
    self.tags = tags
    self.duration = duration
  }

  /// The first value of a tag.
  package func tag(_ name: String) -> String? { tags[name]?.first }
}

extension Song {
  /// The fields of a song that aren't tags.
  private static let others: Set<String> = [
    "Last-Modified", "Added", "Format", "Time", "duration", "Pos", "Id", "Prio", "Range",
  ]

  /// The songs of a reply, in order.
  static func all(in reply: MPDReply) -> [Song] { entries(in: reply).map(\.song) }

  /// The songs of a reply, each with its fields.
  static func entries(in reply: MPDReply) -> [(song: Song, pairs: ArraySlice<MPDReply.Pair>)] {
    var entries: [(song: Song, pairs: ArraySlice<MPDReply.Pair>)] = []
    var rest = reply.pairs[...]
    while let start = rest.firstIndex(where: { $0.name == "file" }) {
      let behind = rest[(start + 1)...]
      let end = behind.firstIndex { ["file", "directory", "playlist"].contains($0.name) } ?? behind.endIndex
      entries.append((Song(file: rest[start].value, behind[..<end]), behind[..<end]))
      rest = rest[end...]
    }
    return entries
  }

  private init(file: String, _ pairs: ArraySlice<MPDReply.Pair>) {
    var tags: [String: [String]] = [:]
    var whole: Duration?
    var exact: Duration?
    for pair in pairs {
      switch pair.name {
      case "duration": exact = Duration(mpdSeconds: pair.value)
      case "Time": whole = Duration(mpdSeconds: pair.value)
      case _ where Self.others.contains(pair.name): break
      default: tags[pair.name, default: []].append(pair.value)
      }
    }
    self.init(file: file, tags: tags, duration: exact ?? whole)
  }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }

  /// Seconds in MPD's format, "6" or "6.000"; nil for anything else.
  init?(mpdSeconds text: String) {
    guard let seconds = Double(text), (0...1e9).contains(seconds) else { return nil }
    self = .milliseconds(Int((seconds * 1000).rounded()))
  }

  /// In the format that MPD reads.
  var mpdSeconds: String {
    let milliseconds = Int((seconds * 1000).rounded())
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}
