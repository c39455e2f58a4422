/// MP4 (ISO 14496-12, and Apple's list of items), WavPack with an APEv2 tag, and ASF.
extension MusicFile {
  // MARK: MP4

  var mp4: [UInt8] {
    func atom(_ name: [UInt8], _ bytes: [UInt8]) -> [UInt8] { Bytes.big(bytes.count + 8) + name + bytes }
    func atom(_ name: String, _ bytes: [UInt8]) -> [UInt8] { atom(Array(name.utf8), bytes) }
    func data(_ kind: Int, _ bytes: [UInt8]) -> [UInt8] { atom("data", Bytes.big(kind) + Bytes.big(0) + bytes) }
    func text(_ name: [UInt8], _ text: String?) -> [UInt8] {
      text.map { atom(name, data(1, Array($0.utf8))) } ?? []
    }
    func own(_ name: String, _ text: String?) -> [UInt8] {
      text.map {
        atom(
          "----",
          atom("mean", Bytes.big(0) + Array("com.apple.iTunes".utf8)) + atom("name", Bytes.big(0) + Array(name.utf8))
            + data(1, Array($0.utf8)))
      } ?? []
    }
    func pair(_ name: String, _ text: String?) -> [UInt8] {
      text.flatMap { Int($0) }.map { atom(name, data(0, [0, 0] + Bytes.big($0, 2) + [0, 0, 0, 0])) } ?? []
    }
    let sign: UInt8 = 0xA9
    var items = text([sign] + Array("ART".utf8), artist) + text([sign] + Array("alb".utf8), album)
    items += text(Array("aART".utf8), albumArtist) + text([sign] + Array("nam".utf8), title)
    items +=
      text([sign] + Array("day".utf8), date)
      + Self.gathered(genres) { atom([sign] + Array("gen".utf8), $0.flatMap { data(1, Array($0.utf8)) }) }
    items += pair("trkn", track) + pair("disk", disc)
    items += isCompilation ? atom("cpil", data(21, [1])) : []
    items += own("ORIGINALDATE", originalDate) + own("LABEL", label) + own("BARCODE", barcode)
    items += own("MusicBrainz Release Group Id", releaseGroup) + own("MusicBrainz Album Id", release)
    items += own("MusicBrainz Album Artist Id", albumArtistID)
    if !pictures.isEmpty { items += atom("covr", pictures.flatMap { data(13, $0.bytes) }) }
    let handler = Bytes.big(0) + Bytes.big(0) + Array("mdirappl".utf8) + [UInt8](repeating: 0, count: 9)
    let meta = atom("meta", Bytes.big(0) + atom("hdlr", handler) + atom("ilst", items))
    return atom("ftyp", Array("M4A ".utf8) + Bytes.big(0)) + atom("moov", atom("udta", meta)) + atom("mdat", [0, 0])
  }

  private static func gathered(_ texts: [String], _ item: ([String]) -> [UInt8]) -> [UInt8] {
    texts.isEmpty ? [] : item(texts)
  }

  // MARK: WavPack

  var wavPack: [UInt8] {
    func item(_ key: String, _ bytes: [UInt8], isBinary: Bool = false) -> [UInt8] {
      Bytes.little(bytes.count) + Bytes.little(isBinary ? 2 : 0) + Array(key.utf8) + [0] + bytes
    }
    let texts: [(String, String?)] = [
      ("Artist", artist), ("Album Artist", albumArtist), ("Album", album), ("Title", title), ("Year", date),
      ("ORIGINALDATE", originalDate), ("Label", label), ("Barcode", barcode), ("Track", track), ("Disc", disc),
      ("Compilation", isCompilation ? "1" : nil), ("MUSICBRAINZ_RELEASEGROUPID", releaseGroup),
      ("MUSICBRAINZ_ALBUMID", release), ("MUSICBRAINZ_ALBUMARTISTID", albumArtistID),
      ("Genre", genres.isEmpty ? nil : genres.joined(separator: "\0")),
    ]
    var items = texts.compactMap { key, text in text.map { item(key, Array($0.utf8)) } }
    if let front = pictures.first(where: { $0.type == 3 }) {
      items.append(item("Cover Art (Front)", Array("cover.jpg".utf8) + [0] + front.bytes, isBinary: true))
    }
    let body = items.flatMap { $0 }
    func fence(_ flags: Int) -> [UInt8] {
      Array("APETAGEX".utf8) + Bytes.little(2000) + Bytes.little(body.count + 32) + Bytes.little(items.count)
        + Bytes.little(flags) + [UInt8](repeating: 0, count: 8)
    }
    let block = Array("wvpk".utf8) + Bytes.little(24) + Bytes.little(0x0410, 2) + [UInt8](repeating: 0, count: 22)
    return block + fence(0xA000_0000) + body + fence(0x8000_0000)
  }

  // MARK: ASF

  var asf: [UInt8] {
    func wide(_ text: String) -> [UInt8] { (Array(text.utf16) + [0]).flatMap { Bytes.little(Int($0), 2) } }
    func object(_ id: [UInt8], _ bytes: [UInt8]) -> [UInt8] { id + Bytes.little(bytes.count + 24, 8) + bytes }
    func entry(_ name: String, _ kind: Int, _ bytes: [UInt8]) -> [UInt8] {
      let name = wide(name)
      return Bytes.little(name.count, 2) + name + Bytes.little(kind, 2) + Bytes.little(bytes.count, 2) + bytes
    }
    let texts: [(String, String?)] = [
      ("WM/AlbumTitle", album), ("WM/AlbumArtist", albumArtist), ("WM/Year", date),
      ("WM/OriginalReleaseYear", originalDate), ("WM/Publisher", label), ("WM/Barcode", barcode),
      ("WM/TrackNumber", track), ("WM/PartOfSet", disc), ("MusicBrainz/Release Group Id", releaseGroup),
      ("MusicBrainz/Album Id", release),
      ("MusicBrainz/Album Artist Id", albumArtistID),
    ]
    var entries = texts.compactMap { name, text in text.map { entry(name, 0, wide($0)) } }
    entries += genres.map { entry("WM/Genre", 0, wide($0)) }
    let extended = object(Self.extendedContent, Bytes.little(entries.count, 2) + entries.flatMap { $0 })
    let names = [wide(title ?? ""), wide(artist ?? ""), [], [], []]
    let content = object(Self.content, names.flatMap { Bytes.little($0.count, 2) } + names.flatMap { $0 })
    // Pictures are larger than 64 kB: they have a place of their own, inside the header's extension.
    let pictures = pictures.map { picture -> [UInt8] in
      let bytes = [picture.type] + Bytes.little(picture.bytes.count) + wide("image/jpeg") + wide("") + picture.bytes
      let name = wide("WM/Picture")
      return Bytes.little(0, 2) + Bytes.little(0, 2) + Bytes.little(name.count, 2) + Bytes.little(1, 2)
        + Bytes.little(bytes.count) + name + bytes
    }
    let library = object(Self.metadataLibrary, Bytes.little(pictures.count, 2) + pictures.flatMap { $0 })
    let moreHeader = object(
      Self.headerExtension, Self.reserved + Bytes.little(6, 2) + Bytes.little(library.count) + library)
    let file = object(Self.fileProperties, [UInt8](repeating: 0, count: 80))
    let stream = object(Self.streamProperties, [UInt8](repeating: 0, count: 72))
    return object(Self.header, Bytes.little(5) + [1, 2] + file + stream + content + extended + moreHeader)
  }

  private static let header = id("30 26 B2 75 8E 66 CF 11 A6 D9 00 AA 00 62 CE 6C")
  private static let fileProperties = id("A1 DC AB 8C 47 A9 CF 11 8E E4 00 C0 0C 20 53 65")
  private static let streamProperties = id("91 07 DC B7 B7 A9 CF 11 8E E6 00 C0 0C 20 53 65")
  private static let content = id("33 26 B2 75 8E 66 CF 11 A6 D9 00 AA 00 62 CE 6C")
  private static let extendedContent = id("40 A4 D0 D2 07 E3 D2 11 97 F0 00 A0 C9 5E A8 50")
  private static let headerExtension = id("B5 03 BF 5F 2E A9 CF 11 8E E3 00 C0 0C 20 53 65")
  private static let metadataLibrary = id("94 1C 23 44 98 94 D1 49 A1 41 1D 13 4E 45 70 54")
  private static let reserved = id("11 D2 D3 AB BA A9 CF 11 8E E6 00 C0 0C 20 53 65")

  private static func id(_ hex: String) -> [UInt8] { hex.split(separator: " ").compactMap { UInt8($0, radix: 16) } }
}
