import Albums
import Foundation
import Library
import MusicFiles
import SystemPackage
import TestSupport
import Testing

/// What is found in a collection on the disk: albums, where their covers are, and what can't be learned.
@Suite struct PartReadingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ file: MusicFile, to name: String) throws {
    let path = FilePath(name)
    try folder.makeFolder(path.removingLastComponent().string)
    let format = try #require(MusicFile.Format(rawValue: path.extension ?? ""))
    try folder.write(file.bytes(as: format), to: name)
  }

  private func write(_ text: String, to name: String) throws {
    try folder.makeFolder(FilePath(name).removingLastComponent().string)
    try folder.write(text.utf8, to: name)
  }

  /// All parts of the folder, read.
  private func readings() throws -> (albums: [FoundAlbum], skipped: [SkippedPart]) {
    let walk = try CollectionWalk(folder.path)
    let readings = CollectionSorting(walk.files, in: folder.path).parts.map { PartReading(of: $0) }
    return (readings.flatMap(\.albums), walk.unread + readings.flatMap(\.skipped))
  }

  private func relative(_ path: FilePath) -> String {
    String(path.string.dropFirst(folder.path.string.count).drop { $0 == "/" })
  }

  private func pictures(_ album: FoundAlbum) -> [String] {
    album.pictures.map { source in
      switch source {
      case .embedded(let path): "in \(relative(path))"
      case .file(let path): relative(path)
      }
    }
  }

  private static let picture: [UInt8] = [1, 2, 3]

  @Test func `embedded pictures go before those beside, and a folder of many albums has no cover for all`() throws {
    try write(MusicFile(artist: "Ur", album: "Wide"), to: "Wide/1.flac")
    try write(MusicFile(artist: "Ur", album: "Wide", picture: Self.picture), to: "Wide/2.mp3")
    try write("x", to: "Wide/Folder.JPG")
    try write("x", to: "Wide/back.jpg")
    try write("x", to: "Wide/Scans/Wide - Front.png")
    try write(MusicFile(artist: "Neu", album: "Two", picture: Self.picture), to: "Singles/a.ogg")
    try write(MusicFile(artist: "Can", album: "Three"), to: "Singles/b.ogg")
    try write(MusicFile(artist: "Can", album: "Four"), to: "Singles/c.ogg")
    try write("x", to: "Singles/cover.jpg")
    try write("x", to: "Singles/Can - Four.jpg")
    let found = try readings()
    #expect(
      found.albums.map { "\($0.album.artistName) – \($0.album.albumTitle)" } == [
        "Neu – Two", "Can – Four", "Ur – Wide",
      ])
    #expect(
      found.albums.map(pictures) == [
        ["in Singles/a.ogg"], ["Singles/Can - Four.jpg"],
        ["in Wide/2.mp3", "Wide/Folder.JPG", "Wide/Scans/Wide - Front.png"],
      ])
    #expect(found.albums.map { relative($0.place) } == ["Singles/a.ogg", "Singles/c.ogg", "Wide"])
    #expect(found.skipped.map { relative(FilePath($0.path)) } == ["Singles/b.ogg"])
    #expect(found.skipped.first?.reason.contains("Can – Three has no picture") == true)
    #expect(try found.albums[0].pictures[0].bytes() == Data(Self.picture))
    #expect(try found.albums[1].pictures[0].bytes() == Data("x".utf8))
  }

  @Test func `discs are one album with the cover above them`() throws {
    for disc in 1...2 {
      var file = MusicFile(artist: "Ur", album: "Wide (Disc \(disc))")
      file.disc = "\(disc)"
      try write(file, to: "Wide/CD\(disc)/1.m4a")
    }
    try write("x", to: "Wide/cover.webp")
    let found = try readings()
    #expect(found.albums.map(\.album.albumTitle) == ["Wide"])
    #expect(found.albums.map(pictures) == [["Wide/cover.webp"]])
    #expect(found.albums.map { relative($0.place) } == ["Wide"])
    #expect(found.skipped == [])
  }

  @Test func `what can't be learned is named with its reason`() throws {
    try write(MusicFile(), to: "Untagged/1.flac")
    try write(MusicFile(), to: "Untagged/2.flac")
    try write(MusicFile(artist: "Ur"), to: "Lonely/1.mp3")
    try write("no music", to: "Broken/1.flac")
    try write("x", to: "a.jpg")
    try write("{", to: "a.json")
    try write("x", to: "b.jpg")
    try write("title: Wide", to: "b.yaml")
    let found = try readings()
    #expect(found.albums == [])
    let reasons = Dictionary(uniqueKeysWithValues: found.skipped.map { (relative(FilePath($0.path)), $0.reason) })
    #expect(reasons["Untagged"] == "2 files have no artist or album tag.")
    #expect(reasons["Lonely/1.mp3"] == "It has no artist or album tag.")
    #expect(reasons["Broken/1.flac"] == "It isn't a readable music file, or is damaged.")
    #expect(reasons["a.json"] == "a.json: it isn't JSON.")
    #expect(reasons["b.yaml"] == "b.yaml: it names no artist.")
    #expect(reasons.count == 5)
  }

  @Test(arguments: [
    (
      "json",
      #"{"artistName": "Ur", "albumTitle": "Wide", "releaseYear": 1974, "genres": ["drone"], "recordLabel": "Net", "barcode": 4015698338324, "releaseGroup": "0a4d2b9e-58bb-4ad3-8d7c-0e0b5a3d2c11"}"#
    ),
    (
      "json",
      #"{"artist": "Ur", "title": "Wide", "date": "1974-05-01", "genre": "drone", "label": "Net", "ean": "4015698338324", "release_group": "0A4D2B9E-58BB-4AD3-8D7C-0E0B5A3D2C11"}"#
    ),
    (
      "json",
      #"{"state": "done", "album": {"artistName": "Ur", "albumTitle": "Wide", "releaseYear": "1974", "genres": ["drone"], "recordLabel": "Net", "musicbrainz": {"releaseGroup": "0a4d2b9e-58bb-4ad3-8d7c-0e0b5a3d2c11", "release": null, "artists": []}, "barcode": "4015698338324"}}"#
    ),
    (
      "yaml",
      "artistName: Ur\nalbumTitle: Wide\nreleaseYear: 1974\ngenres: [drone]\nrecordLabel: Net\nbarcode: 4015698338324\nreleaseGroup: 0a4d2b9e-58bb-4ad3-8d7c-0e0b5a3d2c11\n"
    ),
    (
      "yml",
      "Album Artist: Ur\nalbum: Wide\nyear: '1974'\ngenres:\n  - drone\nlabel: Net\nupc: '4015698338324'\nmusicbrainz:\n  releaseGroup: 0a4d2b9e-58bb-4ad3-8d7c-0e0b5a3d2c11\n"
    ),
  ])
  func `a sidecar says which album a picture shows`(_ ending: String, _ text: String) throws {
    try write("x", to: "IMG_1.jpg")
    try write(text, to: "IMG_1.\(ending)")
    let found = try readings()
    #expect(found.skipped == [])
    #expect(
      found.albums.map(\.album) == [
        KnownAlbum(
          artistName: "Ur", albumTitle: "Wide", releaseYear: "1974", genres: ["drone"], recordLabel: "Net",
          releaseGroup: MBID("0a4d2b9e-58bb-4ad3-8d7c-0e0b5a3d2c11"), barcode: "4015698338324")
      ])
  }

  @Test func `hostile sidecars are no danger`() throws {
    let nested = String(repeating: "[", count: 100_000)
    let bomb = (1...12).map { number in
      "a\(number): &a\(number) [\(Array(repeating: "*a\(number - 1)", count: 9).joined(separator: ","))]\n"
    }
    let laughs = "artist: Ur\nalbum: Wide\na0: &a0 [x]\n\(bomb.joined())"
    let texts = [
      nested, #"{"a":"# + nested, "- a", "null", "\u{0}", laughs + "genres: *a12", laughs + "? *a12\n: x", "&a [*a]",
      "artist: *nobody", "1: {2: {3: {4: 5}}}",
      #"{"state": "unsure", "album": {"artistName": "Ur", "albumTitle": "Wide"}}"#,
    ]
    for (number, text) in texts.enumerated() {
      for ending in ["json", "yaml"] {
        try write("x", to: "\(ending)\(number).jpg")
        try write(text, to: "\(ending)\(number).\(ending)")
      }
    }
    try write("x", to: "long.jpg")
    try write("artist: \(String(repeating: "A", count: 5000))\ntitle: \"\\e[31mWi\\u202Ede\"", to: "long.yaml")
    let found = try readings()
    #expect(found.skipped.count == 2 * texts.count)
    #expect(found.albums.map(\.album.artistName.count) == [300])
    #expect(found.albums.map(\.album.albumTitle) == ["[31mWide"])
  }

  @Test func `pipes, circles and closed folders hold nothing up`() throws {
    try write(MusicFile(artist: "Ur", album: "Wide", picture: Self.picture), to: "Wide/1.flac")
    #expect(mkfifo(folder.appending("Wide/2.flac").string, 0o600) == 0)
    #expect(symlink("..", folder.appending("Wide/circle").string) == 0)
    #expect(symlink("nowhere", folder.appending("Wide/3.flac").string) == 0)
    #expect(symlink("4.flac", folder.appending("Wide/4.flac").string) == 0)
    #expect(symlink("Wide", folder.appending("Same").string) == 0)
    try write(MusicFile(artist: "Ur", album: "Hidden", picture: Self.picture), to: ".trash/1.flac")
    try write(MusicFile(artist: "Ur", album: "Dots", picture: Self.picture), to: "...Dots/1.flac")
    let found = try readings()
    #expect(Set(found.albums.map(\.album.albumTitle)) == ["Wide", "Dots"])
    #expect(found.albums.count == 2)
    #expect(found.skipped == [])
  }

  @Test func `a folder that isn't there, or is a file, is refused`() throws {
    try write("x", to: "file")
    #expect(throws: Unreadable.self) { try CollectionWalk(folder.appending("nowhere")) }
    #expect(throws: Unreadable.self) { try CollectionWalk(folder.appending("file")) }
  }
}
