import FoundationEssentials
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import Covers

@Suite struct CoverIndexTests {
  private let folder: TemporaryFolder
  private var path: FilePath { folder.appending("covers.index") }

  init() throws { folder = try TemporaryFolder() }

  private func add(_ covers: [(key: String, album: String, features: Data)]) throws {
    var writer = try CoverIndexWriter(at: path)
    for cover in covers { try writer.add(key: cover.key, album: cover.album, features: cover.features) }
    try writer.flush()
  }

  private func keys() throws -> [String] { try #require(try CoverIndex(at: path)).covers.map(\.key) }

  @Test func `without a file no cover is known`() throws {
    #expect(try CoverIndex(at: path)?.covers == nil)
  }

  @Test func `what was added is there when the file is opened again`() throws {
    let features = [SampleFeatures.make(3), SampleFeatures.make(0), SampleFeatures.make(7, seed: 2)]
    try add([("one", "album 1", features[0]), ("zwei – ü", "", features[1])])
    try add([("three", "album 1", features[2])])
    let index = try #require(try CoverIndex(at: path))
    #expect(index.covers.map(\.key) == ["one", "zwei – ü", "three"])
    #expect(index.covers.map(\.album) == ["album 1", "", "album 1"])
    #expect(index.covers.indices.map { index.features(of: $0) } == features)
  }

  @Test func `the last word on a key counts`() throws {
    try add([
      ("a", "1", SampleFeatures.make(1)), ("b", "2", SampleFeatures.make(2)), ("c", "3", SampleFeatures.make(3)),
    ])
    try add([("a", "4", SampleFeatures.make(4))])
    var writer = try CoverIndexWriter(at: path)
    try writer.remove(key: "b")
    try writer.remove(key: "never there")
    try writer.flush()
    let index = try #require(try CoverIndex(at: path))
    #expect(index.covers.map(\.key) == ["c", "a"])
    #expect(index.features(of: 1) == SampleFeatures.make(4))
  }

  @Test func `an index that is open goes on as it was`() throws {
    try add([("a", "1", SampleFeatures.make(5))])
    let index = try #require(try CoverIndex(at: path))
    try add([("b", "2", SampleFeatures.make(500)), ("a", "3", SampleFeatures.make(1))])
    #expect(index.covers.map(\.key) == ["a"])
    #expect(index.features(of: 0) == SampleFeatures.make(5))
  }

  @Test func `wherever a power cut ends the last record, those before it stay and the next goes on`() throws {
    try add([("a", "1", SampleFeatures.make(1))])
    let short = try folder.read("covers.index")
    try add([("b", "2", SampleFeatures.make(1, seed: 9))])
    let whole = try folder.read("covers.index")
    for length in short.count..<(whole.count - 24) {
      try folder.write(whole.prefix(length), to: "covers.index")
      #expect(try keys() == ["a"], "\(length)")
    }
    try folder.write(whole.prefix(whole.count - 60), to: "covers.index")
    try add([("c", "3", SampleFeatures.make(2))])
    #expect(try keys() == ["a", "c"])
  }

  @Test func `bytes that never reached the disk are found out, wherever they are missing`() throws {
    try add([("a", "1", SampleFeatures.make(1))])
    let sealed = try folder.read("covers.index").count
    var writer = try CoverIndexWriter(at: path)
    try writer.add(key: "b", album: "2", features: SampleFeatures.make(2, seed: 3))
    try writer.add(key: "c", album: "3", features: SampleFeatures.make(2, seed: 4))
    // No flush: the disk may have written the third and only part of the second.
    let whole = try folder.read("covers.index")
    #expect(try keys() == ["a", "b", "c"])
    for place in stride(from: sealed, to: sealed + 250, by: 7) {
      var holed = whole
      holed[place] ^= 0xFF
      try folder.write(holed, to: "covers.index")
      #expect(try keys() == ["a"], "\(place)")
    }
  }

  @Test func `a disk that gives back something else gives nothing`() throws {
    try add([("a", "1", SampleFeatures.make(4))])
    var bytes = try folder.read("covers.index")
    bytes[100] ^= 1
    try folder.write(bytes, to: "covers.index")
    let index = try #require(try CoverIndex(at: path))
    #expect(index.features(of: 0) == nil)
  }

  @Test(arguments: [0, 8, 12, 16, 24])
  func `a file of another kind or version is refused and left alone`(place: Int) throws {
    try add([("a", "1", SampleFeatures.make(1))])
    var bytes = try folder.read("covers.index")
    bytes[place] ^= 0xFF
    try folder.write(bytes, to: "covers.index")
    #expect(throws: CoverIndexError.notAnIndex(path)) { try CoverIndex(at: path) }
    #expect(throws: CoverIndexError.notAnIndex(path)) { _ = try CoverIndexWriter(at: path) }
    #expect(try folder.read("covers.index") == bytes)
  }

  @Test func `a file that a crash left without its head is begun anew`() throws {
    try folder.write([0x41, 0x53], to: "covers.index")
    #expect(try CoverIndex(at: path)?.covers == nil)
    try add([("a", "1", SampleFeatures.make(1))])
    #expect(try keys() == ["a"])
  }

  @Test(.timeLimit(.minutes(1))) func `a writer that is closed lets the next one in`() throws {
    var first = try CoverIndexWriter(at: path)
    try first.add(key: "a", album: "1", features: SampleFeatures.make(1))
    first.close()
    var second = try CoverIndexWriter(at: path)
    try second.add(key: "b", album: "2", features: SampleFeatures.make(1))
    second.close()
    #expect(try keys() == ["a", "b"])
  }

  @Test func `features that are none aren't added`() throws {
    var writer = try CoverIndexWriter(at: path)
    for (key, features) in [
      ("a", Data()), ("a", SampleFeatures.make(3).dropLast()), ("", SampleFeatures.make(1)),
      (String(repeating: "x", count: 1001), SampleFeatures.make(1)),
    ] {
      #expect(throws: CoverIndexError.unfit(key: key)) { try writer.add(key: key, album: "", features: features) }
    }
    try writer.flush()
    #expect(try keys() == [])
  }

  @Test func `a cover of six hundred features takes less than 100 kB`() throws {
    try add([("a", "1", SampleFeatures.make(600))])
    #expect(try folder.read("covers.index").count < 80_000)
  }
}
