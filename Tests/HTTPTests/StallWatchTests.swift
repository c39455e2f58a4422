import Testing

@testable import HTTP

@Suite struct StallWatchTests {
  /// Feeds bytes so far, second by second, and says at which second it stalled.
  private func stall(patience: Double, _ bytes: [Int]) -> Int? {
    var watch = StallWatch(patience: patience)
    return bytes.indices.first { watch.isStalled(bytes: bytes[$0], now: Double($0)) }
  }

  @Test func `standing still for as long as is borne is a stall`() {
    #expect(stall(patience: 4, Array(repeating: 500, count: 10)) == 4)
  }

  @Test func `so is dripping below 1000 bytes a second`() {
    #expect(stall(patience: 4, (0..<10).map { $0 * 999 }) == 4)
  }

  @Test func `1000 bytes a second are fast enough`() {
    #expect(stall(patience: 4, (0..<100).map { $0 * 1000 }) == nil)
  }

  @Test func `a burst begins the patience anew`() {
    #expect(stall(patience: 4, [0, 0, 0, 0, 5000, 5000, 5000, 5000, 5000, 5000]) == 8)
  }

  @Test func `looks closer together than its measure change nothing`() {
    var watch = StallWatch(patience: 4)
    let early = (0..<39).map { watch.isStalled(bytes: 0, now: Double($0) / 10) }
    #expect(!early.contains(true))
    let late = watch.isStalled(bytes: 0, now: 4.5)
    #expect(late)
  }

  @Test func `it says when to look again`() {
    var watch = StallWatch(patience: 2)
    #expect(watch.nextLook == nil)
    _ = watch.isStalled(bytes: 0, now: 10)
    #expect(watch.nextLook == 10.5)
  }
}
