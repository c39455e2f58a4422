import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

@testable import Covers

@Suite struct CandidatesTests {
  private let folder: TemporaryFolder
  private var path: FilePath { folder.appending("covers.index") }

  init() throws { folder = try TemporaryFolder() }

  private func features(_ number: Int) -> Data { SampleFeatures.make(60, seed: number) }

  private func add(_ numbers: some Sequence<Int>) throws {
    var writer = try CoverIndexWriter(at: path)
    for number in numbers { try writer.add(key: "\(number)", album: "\(number)", features: features(number)) }
    try writer.flush()
  }

  private func open() throws -> CoverIndex { try #require(try CoverIndex(at: path)) }

  /// The keys of the candidates for a photo that shows this cover among other things, a little blurred.
  private func candidates(for number: Int, most: Int = 5) throws -> [String] {
    let index = try open()
    var photo = features(number)
    for place in stride(from: SampleFeatures.head + 4, to: photo.count, by: 3)
    where (place - SampleFeatures.head) % 132 >= 4 { photo[place] ^= 1 }
    let strange = SampleFeatures.make(60, seed: 9_999)
    photo[4] = 120
    return index.candidates(for: photo + strange.dropFirst(SampleFeatures.head), most: most).map {
      index.covers[$0].key
    }
  }

  @Test func `a small collection is compared whole, and wants no words`() throws {
    try add(0..<200)
    #expect(try !open().wantsOrganizing)
    #expect(try candidates(for: 7).count == 200)
  }

  @Test func `in a large one the right cover is the first`() throws {
    try add(0..<260)
    #expect(try open().wantsOrganizing)
    #expect(try candidates(for: 7).count == 260)
    try open().organize()
    #expect(try !open().wantsOrganizing)
    for number in [0, 7, 100, 259] {
      let found = try candidates(for: number)
      #expect(found.first == "\(number)")
      #expect(found.count <= 5)
    }
  }

  @Test func `covers without words are candidates until the next organizing`() throws {
    try add(0..<260)
    try open().organize()
    try add(300..<303)
    #expect(try candidates(for: 301).suffix(3) == ["300", "301", "302"])
    #expect(try candidates(for: 7).first == "7")
    #expect(try !open().wantsOrganizing)
    try add(400..<510)
    #expect(try open().wantsOrganizing)
    try open().organize()
    #expect(try candidates(for: 301).first == "301")
    #expect(try candidates(for: 450).count <= 5)
  }

  @Test func `what was removed is no candidate, and what was replaced is found as what it is now`() throws {
    try add(0..<260)
    try open().organize()
    var writer = try CoverIndexWriter(at: path)
    try writer.remove(key: "7")
    try writer.add(key: "8", album: "8", features: features(700))
    try writer.flush()
    #expect(try !candidates(for: 7).contains("7"))
    #expect(try candidates(for: 9).first == "9")
    #expect(try candidates(for: 700).last == "8")
  }

  @Test func `words of another index, or broken ones, are as good as none`() throws {
    try add(0..<260)
    try open().organize()
    let words = try folder.read("covers.words")
    for broken in [Array(words.dropLast()), [1, 2, 3], [0] + Array(words.dropFirst())] as [[UInt8]] {
      try folder.write(broken, to: "covers.words")
      #expect(try candidates(for: 7).count == 260)
    }
    // The same covers in a file of its own.
    #expect(folder.names().contains("covers.index"))
    try FileManager.default.removeItem(atPath: path.string)
    try add(0..<260)
    try folder.write(words, to: "covers.words")
    #expect(try candidates(for: 7).count == 260)
  }

  @Test func `the same covers always have the same words`() throws {
    try add(0..<210)
    try open().organize()
    let words = try folder.read("covers.words")
    try open().organize()
    #expect(try folder.read("covers.words") == words)
  }
}
