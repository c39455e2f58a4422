import Testing
import Watching

@Suite struct CompletenessTests {
  /// A file of a format, from its first byte to the one after which nothing is missing.
  struct Sample: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
    /// What the format says of a file that stops between two of its parts.
    var atBoundary = Completeness.Verdict.incomplete
  }

  static let samples = [
    Sample(testDescription: "JPEG", bytes: Samples.jpeg()),
    Sample(testDescription: "JPEG with fill bytes, restarts and stuffing", bytes: Samples.trickyJPEG),
    Sample(
      testDescription: "JPEG with stray bytes", bytes: [0xFF, 0xD8, 0, 0x41] + Samples.trickyJPEG.dropFirst(2)),
    Sample(testDescription: "PNG", bytes: Samples.png),
    Sample(testDescription: "GIF", bytes: Samples.gif),
    Sample(testDescription: "WebP", bytes: Samples.webp),
    Sample(testDescription: "HEIC", bytes: Samples.heic, atBoundary: .unknown),
  ]

  @Test(arguments: samples)
  func `a whole file is complete, however it is cut into pieces`(sample: Sample) {
    for piece in [1, 2, 3, 7, 64, sample.bytes.count] {
      #expect(verdict(sample.bytes, piece: piece) == .complete)
    }
  }

  @Test(arguments: samples)
  func `a file that ends any number of bytes earlier is not`(sample: Sample) {
    for length in 1..<sample.bytes.count {
      let verdict = verdict(Array(sample.bytes[..<length]), piece: 5)
      #expect(verdict == .incomplete || verdict == sample.atBoundary, "\(length) bytes")
    }
    #expect(verdict([], piece: 1) == .empty)
  }

  @Test(arguments: samples)
  func `what need not be seen is passed over with the same verdict`(sample: Sample) {
    for length in 1...sample.bytes.count {
      let bytes = Array(sample.bytes[..<length])
      #expect(verdict(bytes, piece: 3, skipping: true) == verdict(bytes, piece: 3))
    }
  }

  @Test func `a film behind a photo doesn't make it incomplete`() {
    #expect(verdict(Samples.jpeg() + Samples.heic.prefix(30), piece: 16) == .complete)
    #expect(verdict(Samples.png + [0, 0, 0], piece: 16) == .complete)
  }

  @Test func `a whole thumbnail inside half a photo doesn't make it complete`() {
    let photo = Samples.jpeg(thumbnail: Samples.jpeg())
    #expect(verdict(photo, piece: 9) == .complete)
    #expect(verdict(Array(photo.dropLast(2)), piece: 9) == .incomplete)
  }

  @Test func `space set aside for a photo is not the photo`() {
    let half = Array(Samples.jpeg().prefix(30))
    #expect(verdict(half + [UInt8](repeating: 0, count: 5_000), piece: 512) == .incomplete)
  }

  @Test(arguments: [
    [0x25, 0x50, 0x44, 0x46, 0x2D, 0x31, 0x2E, 0x37, 0x0A, 0x25, 0xE2, 0xE3],  // %PDF-1.7
    [UInt8](repeating: 0, count: 64), [UInt8]("just some text, no photo".utf8),
    [0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x01] + [UInt8](repeating: 0x41, count: 32),  // a segment shorter than its length
  ])
  func `what isn't known, or lies about its lengths, is unknown`(bytes: [UInt8]) {
    #expect(verdict(bytes, piece: 4) == .unknown)
  }

  @Test func `no bytes whatever make it stumble`() {
    var generator = SystemRandomNumberGenerator()
    for sample in Self.samples {
      for _ in 0..<300 {
        var bytes = sample.bytes
        for _ in 0..<3 { bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255) }
        _ = verdict(bytes, piece: .random(in: 1...40), skipping: .random())
      }
    }
  }

  private func verdict(_ bytes: [UInt8], piece: Int, skipping: Bool = false) -> Completeness.Verdict {
    var completeness = Completeness()
    var rest = bytes[...]
    while !rest.isEmpty {
      if skipping, completeness.skippable > 0 {
        let step = Int(min(completeness.skippable, Int64(rest.count)))
        completeness.skip(Int64(step))
        rest = rest.dropFirst(step)
        continue
      }
      Array(rest.prefix(piece)).withUnsafeBytes { completeness.consume($0) }
      rest = rest.dropFirst(piece)
    }
    return completeness.verdict
  }
}
