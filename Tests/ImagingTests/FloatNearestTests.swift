import Testing

@testable import Imaging

@Suite struct FloatNearestTests {
  @Test func `it is what rounding gives, also just below and above a half`() {
    var random = SeededGenerator(seed: 3)
    let halves = (-20...20).flatMap { count in
      let number = Float(count) / 2
      return [number.nextDown, number, number.nextUp]
    }
    let drawn = (0..<10_000).map { _ in Float.random(in: -5000...5000, using: &random) }
    // Of the last ones, floating point has no halves.
    let large: [Float] = [4_194_305.5, 8_388_607.5, -8_388_607.5, 8_388_609, -16_777_218]
    for number in halves + drawn + large { #expect(number.nearest == Int(number.rounded())) }
  }
}
