import Pipeline
import Testing

@Suite struct RetryScheduleTests {
  @Test(arguments: [
    (1, 0.0), (2, 2), (3, 4), (4, 8), (5, 16), (11, 1024), (12, 2048), (13, 3600), (14, 3600), (1000, 3600),
  ])
  func `it is tried at once, after two seconds, four, and so on to an hour`(faults: Int, seconds: Double) {
    #expect(RetrySchedule().delay(after: faults, jitter: 0) == .seconds(seconds))
  }

  @Test(arguments: [(1, 2.0), (2, 4), (3, 8), (5, 32), (6, 60), (500, 60)])
  func `offline it never spins, and never waits longer than a minute`(faults: Int, seconds: Double) {
    #expect(RetrySchedule().delay(after: faults, offline: true, jitter: 0) == .seconds(seconds))
  }

  @Test(arguments: [(0.0, 4000), (0.5, 3500), (1, 3000), (7, 3000), (-1, 4000)])
  func `jitter takes off a quarter at most`(jitter: Double, milliseconds: Int) {
    #expect(RetrySchedule().delay(after: 3, jitter: jitter) == .milliseconds(milliseconds))
  }
}
