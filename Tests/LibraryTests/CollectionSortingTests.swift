import Library
import SystemPackage
import Testing

/// Which files of a collection belong together, by their paths.
@Suite struct CollectionSortingTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let files: [String]
    /// `place: names of files`, relative to the root.
    let parts: [String]
    var unlabeled: [String] = []
  }

  @Test(arguments: [
    Case(
      testDescription: "albums in folders of artists",
      files: [
        "Ur/artist.jpg", "Ur/Wide/1.flac", "Ur/Wide/2.flac", "Ur/Wide/cover.jpg", "Ur/Narrow/1.MP3", "folder.jpg",
      ],
      parts: ["Ur/Narrow: 1.MP3", "Ur/Wide: 1.flac 2.flac cover.jpg"]),
    Case(
      testDescription: "discs in folders, with the cover above and scans beside",
      files: ["Wide/CD1/1.flac", "Wide/CD2/1.flac", "Wide/Cover.PNG", "Wide/CD2/back.jpg", "Wide/Scans/front.jpg"],
      parts: ["Wide: 1.flac 1.flac back.jpg Cover.PNG front.jpg"]),
    Case(
      testDescription: "discs side by side",
      files: ["Wide (Disc 1)/1.ogg", "Wide (Disc 2)/1.ogg", "Wide (Disc 2)/cover.jpg"],
      parts: ["Wide: 1.ogg 1.ogg cover.jpg"]),
    Case(
      testDescription: "music in the root itself", files: ["1.opus", "cover.webp", "CD1/1.opus"],
      parts: [": 1.opus 1.opus cover.webp"]),
    Case(
      testDescription: "pictures with sidecars",
      files: ["a.jpg", "a.json", "b.HEIC", "b.yaml", "c.png", "c.yml", "d.json"],
      parts: ["a.jpg: a.jpg a.json", "b.HEIC: b.HEIC b.yaml", "c.png: c.png c.yml"]),
    Case(
      testDescription: "bundles of AlbumScan's own",
      files: ["IMG Ur - Wide/album.json", "IMG Ur - Wide/artwork.jpg", "IMG Ur - Wide/thumbnail.jpg"],
      parts: ["IMG Ur - Wide/artwork.jpg: artwork.jpg album.json"]),
    Case(
      testDescription: "pictures by their names",
      files: ["Ur - Wide.jpg", "IMG_1234.jpg", "deep/Neu – Neu 2 (1973).png"],
      parts: ["Ur - Wide.jpg: Ur - Wide.jpg", "deep/Neu – Neu 2 (1973).png: Neu – Neu 2 (1973).png"],
      unlabeled: ["IMG_1234.jpg"]),
    Case(
      testDescription: "pictures around music that show anything are nobody's business",
      files: ["Ur/Wide/1.flac", "Ur/Wide/booklet/p1.jpg", "Ur/Wide/extras/poster.jpg", "Ur/logo.png", "stray.jpg"],
      parts: ["Ur/Wide: 1.flac p1.jpg"]),
    Case(testDescription: "nothing that matters", files: ["notes.txt", "a.json", "x.cue"], parts: []),
  ])
  func `files are sorted into what is learned in one piece`(_ sample: Case) {
    let root = FilePath("/music")
    let files = sample.files.sorted().map { FoundFile(path: root.appending($0), size: 1, modified: 1) }
    let sorting = CollectionSorting(files, in: root)
    func relative(_ path: FilePath) -> String { String(path.string.dropFirst("/music".count).drop { $0 == "/" }) }
    #expect(
      sorting.parts.map { part in
        "\(relative(part.place)): \(part.files.map { $0.path.lastComponent?.string ?? "" }.joined(separator: " "))"
      } == sample.parts)
    #expect(sorting.unlabeled.map(relative) == sample.unlabeled)
  }

  @Test func `a part's fingerprint changes with each of its files`() {
    let root = FilePath("/music")
    func print(_ sizes: [String: Int64], modified: Int64 = 1) -> String? {
      let files = sizes.sorted { $0.key < $1.key }.map {
        FoundFile(path: root.appending($0.key), size: $0.value, modified: modified)
      }
      return CollectionSorting(files, in: root).parts.first?.fingerprint
    }
    let before = print(["1.flac": 10, "cover.jpg": 20])
    #expect(before == print(["1.flac": 10, "cover.jpg": 20]))
    #expect(
      Set([
        before, print(["1.flac": 11, "cover.jpg": 20]), print(["1.flac": 10, "cover.jpg": 21]), print(["1.flac": 10]),
        print(["1.flac": 10, "cover.jpg": 20, "2.flac": 1]), print(["1.flac": 10, "cover.jpg": 20], modified: 2),
      ]).count == 6)
  }
}
