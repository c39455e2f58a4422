/// Albums without number, each with names and a cover of its own: what a large catalog is tried with.
package enum InventedAlbum {
  /// - Parameter count: how many; an artist has made one to twelve of them.
  package static func albums(_ count: Int) -> [DrawnAlbum] {
    var random = SeededRandom("invented albums")
    var albums: [DrawnAlbum] = []
    while albums.count < count {
      let artist = artist(&random)
      for _ in 0...below(12, &random) where albums.count < count {
        albums.append(album(artist, number: albums.count, &random))
      }
    }
    return albums
  }

  /// An album of real names whose front lies in a file.
  package static func named(_ artist: String, _ title: String, picture: String) -> DrawnAlbum {
    var album = DrawnAlbum(
      artist, title, "1970", ["rock"], label: "Named Records", catalogNumber: "NR 1", country: "GB",
      tracks: ["One", "Two", "Three"], motif: .sun, palette: [0, 0x808080, 0xFF0000, 0xFF, 0xFFFFFF])
    album.pictureFile = picture
    return album
  }

  private static func album(_ artist: String, number: Int, _ random: inout SeededRandom) -> DrawnAlbum {
    let motif = Motif.allCases[below(Motif.allCases.count, &random)]
    let palette = (0..<5).map { _ in UInt32(truncatingIfNeeded: random.next() & 0xFFFFFF) }
    var album = DrawnAlbum(
      artist, title(&random), String(1960 + below(60, &random)), ["rock"], label: "Invented Records",
      catalogNumber: "IR \(number)", country: "GB", tracks: ["One", "Two", "Three"], motif: motif, palette: palette)
    album.isTypeset = true
    if random.next() % 6 == 0 { album.secondaryTypes = ["Live"] }
    return album
  }

  private static func artist(_ random: inout SeededRandom) -> String {
    var names = word(&random)
    if below(2, &random) == 0 { names += " " + word(&random) }
    return below(3, &random) == 0 ? "The \(names)s" : names
  }

  private static func title(_ random: inout SeededRandom) -> String {
    let joints = [" of the ", " and ", " in the ", " ", " ", " "]
    var title = word(&random)
    for _ in 0..<below(4, &random) { title += joints[below(joints.count, &random)] + word(&random) }
    return title
  }

  /// A word of the language, or one that sounds like a name.
  private static func word(_ random: inout SeededRandom) -> String {
    if random.next() % 2 == 0 { return words[below(words.count, &random)] }
    var name = ""
    for _ in 0..<(2 + below(2, &random)) { name += syllables[below(syllables.count, &random)] }
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  private static func below(_ count: Int, _ random: inout SeededRandom) -> Int { Int(random.next() % UInt64(count)) }

  private static let syllables = [
    "ka", "lo", "min", "ter", "vu", "sha", "or", "pel", "dri", "en", "qua", "bi", "zo", "ny", "fex", "ran", "tho",
    "wes",
    "gal", "mor", "dun", "cri", "hal", "ver", "sto", "lin", "mar", "bel", "cor", "ash",
  ]

  private static let words = [
    "Night", "River", "Fire", "Stone", "Garden", "Winter", "Mirror", "Electric", "Broken", "Silver", "Morning",
    "Shadow",
    "Paper", "Ocean", "Summer", "Ghost", "Highway", "Golden", "Secret", "Velvet", "Machine", "Wild", "Thunder",
    "Crystal",
    "Empty", "Dancing", "Forest", "Island", "Letter", "Queen", "King", "Heart", "Dream", "Radio", "Signal", "Tower",
    "Castle", "Desert", "Harbor", "Lantern", "Meadow", "Orchard", "Pillow", "Rank", "Opera", "Station", "Window",
    "Water",
    "Yellow", "Purple", "Silence", "Future", "Memory", "Market", "Mountain", "Valley", "Planet", "Falling", "Rising",
    "Burning", "Sleeping", "Stranger", "Soldier", "Sister", "Brother", "Children", "Animal", "Horses", "Ravens",
    "Wolves",
  ]
}
