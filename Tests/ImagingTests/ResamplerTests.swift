import Testing

@testable import Imaging

@Suite struct ResamplerTests {
  private func resample(_ source: borrowing Plane, to width: Int, _ height: Int) -> Plane {
    Resampler(
      columns: Kernel(count: width, start: 0, step: Double(source.width) / Double(width), of: source.width),
      rows: Kernel(count: height, start: 0, step: Double(source.height) / Double(height), of: source.height)
    ).resampled(source)
  }

  private func plane(_ width: Int, _ height: Int, _ sample: (Int, Int) -> UInt8) -> Plane {
    let plane = Plane(width: width, height: height)
    for y in 0..<height { for x in 0..<width { plane.samples[y * width + x] = sample(x, y) } }
    return plane
  }

  @Test(arguments: [(1500, 1024), (1024, 1024), (300, 1024), (7, 1024), (1, 16), (5000, 200), (64, 1)])
  func `weights add up to one, and point into the row`(length: Int, count: Int) {
    let kernel = Kernel(count: count, start: 0, step: Double(length) / Double(count), of: length)
    for index in 0..<count {
      let row = kernel.weights[(index * kernel.stride)..<((index + 1) * kernel.stride)]
      #expect(row.reduce(0) { $0 + Int($1) } == Kernel.one)
      #expect(kernel.starts[index] >= 0 && kernel.starts[index] + kernel.taps <= length)
      #expect(row.dropFirst(kernel.taps).allSatisfy { $0 == 0 })
    }
  }

  @Test(arguments: [0, 1, 127, 254, 255] as [UInt8])
  func `an even surface stays what it is`(sample: UInt8) {
    let even = plane(61, 47) { _, _ in sample }
    for (width, height) in [(61, 47), (30, 20), (100, 130), (1, 1)] {
      let result = resample(even, to: width, height)
      #expect((0..<(width * height)).allSatisfy { result.samples[$0] == sample })
    }
  }

  @Test func `the same size gives the same samples`() {
    var random = SeededGenerator(seed: 3)
    let source = plane(64, 48) { _, _ in UInt8.random(in: 0...255, using: &random) }
    let result = resample(source, to: 64, 48)
    #expect((0..<(64 * 48)).allSatisfy { result.samples[$0] == source.samples[$0] })
  }

  @Test func `a slope stays a slope, without a shift`() {
    let source = plane(1000, 20) { x, _ in UInt8(x / 4) }
    let result = resample(source, to: 500, 10)
    for x in 10..<490 { #expect(abs(Int(result.samples[5 * 500 + x]) - x / 2) <= 1) }
  }

  @Test func `it does what the same sum in floating point does`() {
    var random = SeededGenerator(seed: 5)
    let source = plane(97, 83) { _, _ in UInt8.random(in: 0...255, using: &random) }
    let columns = Kernel(count: 41, start: 3.25, step: 2.1, of: 97)
    let rows = Kernel(count: 90, start: 0.5, step: 0.9, of: 83)
    let result = Resampler(columns: columns, rows: rows).resampled(source)
    for y in 0..<90 {
      for x in 0..<41 {
        var sum = 0.0
        for row in 0..<rows.taps {
          for column in 0..<columns.taps {
            sum +=
              Double(source.samples[(rows.starts[y] + row) * 97 + columns.starts[x] + column])
              * Double(rows.weights[y * rows.stride + row]) * Double(columns.weights[x * columns.stride + column])
          }
        }
        let exact = max(0, min(255, sum / Double(Kernel.one * Kernel.one)))
        #expect(abs(exact - Double(result.samples[y * 41 + x])) <= 0.6)
      }
    }
  }

  @Test func `fine stripes become grey and not coarse stripes`() {
    let stripes = plane(1500, 8) { x, _ in x.isMultiple(of: 2) ? 0 : 255 }
    let result = resample(stripes, to: 500, 8)
    for x in 20..<480 { #expect(abs(Int(result.samples[4 * 500 + x]) - 127) <= 8) }
  }

  @Test(arguments: Orientation.allCases)
  func `turning moves every sample and loses none`(orientation: Orientation) {
    let source = plane(40, 70) { x, y in UInt8(x + 3 * y) }
    let result = source.turned(orientation)
    #expect((result.width, result.height) == (orientation.swapsAxes ? (70, 40) : (40, 70)))
    let before = (0..<2800).map { source.samples[$0] }.sorted()
    let after = (0..<2800).map { result.samples[$0] }.sorted()
    #expect(before == after)
  }
}
