import Testing

@testable import Imaging

@Suite struct OrientationTests {
  private func orientation(ofEXIF body: [UInt8]) -> Orientation {
    SampleJPEG.inserting(marker: 0xE1, body, into: [0xFF, 0xD8, 0xFF, 0xD9]).withUnsafeBytes {
      Orientation.of(jpeg: $0)
    }
  }

  private func orientation(ofJPEG bytes: [UInt8]) -> Orientation {
    bytes.withUnsafeBytes { Orientation.of(jpeg: $0) }
  }

  @Test(arguments: Orientation.allCases, [true, false])
  func `each value is read in either byte order`(value: Orientation, isLittle: Bool) {
    #expect(orientation(ofEXIF: SampleJPEG.exif(value.rawValue, isLittle: isLittle)) == value)
  }

  @Test(arguments: [0, 9, 0xFFFF] as [UInt16])
  func `a value that isn't one is none`(value: UInt16) {
    #expect(orientation(ofEXIF: SampleJPEG.exif(value)) == .upright)
  }

  @Test func `it is found behind other segments`() {
    let exif = SampleJPEG.turned(6, [0xFF, 0xD8, 0xFF, 0xD9])
    let behind = SampleJPEG.inserting(
      marker: 0xE0, [1, 2, 3], into: SampleJPEG.inserting(marker: 0xE1, Array("http://ns".utf8), into: exif))
    #expect(orientation(ofJPEG: behind) == .quarterTurn)
  }

  @Test func `what stands behind the scan is not looked at`() {
    let behind = [0xFF, 0xD8, 0xFF, 0xDA, 0, 2] + SampleJPEG.turned(6, [0xFF, 0xD8, 0xFF, 0xD9]).dropFirst(2)
    #expect(orientation(ofJPEG: behind) == .upright)
  }

  @Test func `every cut of a segment is survived`() {
    let whole = SampleJPEG.turned(6, [0xFF, 0xD8, 0xFF, 0xD9])
    for length in 0...whole.count { _ = orientation(ofJPEG: Array(whole.prefix(length))) }
    let body = SampleJPEG.exif(6)
    for length in 0...body.count { _ = orientation(ofEXIF: Array(body.prefix(length))) }
  }

  @Test func `offsets and counts that point anywhere are survived`() {
    var random = SeededGenerator(seed: 7)
    for place in 6..<40 {
      for value in [0, 1, 4, 0x7F, 0x80, 0xFF] as [UInt8] {
        var body = SampleJPEG.exif(6, isLittle: Bool.random(using: &random))
        body[place] = value
        body[(place + 3) % body.count] = UInt8.random(in: 0...255, using: &random)
        _ = orientation(ofEXIF: body)
      }
    }
  }

  @Test func `a directory that points at itself or far away ends`() {
    let header: [UInt8] = Array("Exif\0\0".utf8) + [0x49, 0x49, 0x2A, 0]
    for offset in [0, 4, 8, 0x7FFF_FFFF, 0xFFFF_FFFE, 0xFFFF_FFFF] as [UInt32] {
      let pointer = withUnsafeBytes(of: offset.littleEndian, Array.init)
      #expect(orientation(ofEXIF: header + pointer + [0xFF, 0xFF] + pointer) == .upright)
    }
  }

  @Test func `a segment of no length ends the walk`() {
    #expect(orientation(ofJPEG: [0xFF, 0xD8, 0xFF, 0xE1, 0, 0, 0xFF, 0xE1, 0, 0]) == .upright)
    #expect(orientation(ofJPEG: [0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 1000)) == .upright)
  }

  @Test func `it is found behind stray bytes`() {
    let turned = SampleJPEG.turned(6, [0xFF, 0xD8, 0xFF, 0xD9])
    #expect(orientation(ofJPEG: [0xFF, 0xD8, 0, 0x41, 0xFF, 0, 0xFF, 0xD3] + turned.dropFirst(2)) == .quarterTurn)
  }
}
