import Foundation
import Testing

@testable import Pipeline

@Suite struct ClockWatchTests {
  @Test(arguments: [
    (-86_400.0, 10.0, true), (-61, 0, true), (-61, 10, true), (-40, 30, true), (-20, 30, false), (10, 10, false),
    (10, 3_600, true), (3_600, 10, false), (4e9, 0, false), (0, 0, false),
  ])
  func `a clock that was set back is noticed, once`(wall: Double, uptime: Double, isSetBack: Bool) {
    var clock = ClockWatch()
    let (now, then) = (Date(timeIntervalSince1970: 4_070_908_800), ContinuousClock.now)
    let said = [(0, 0), (wall, uptime), (wall + 1, uptime + 1)].map { wall, uptime in
      clock.wasSetBack(at: now + wall, uptime: then + .seconds(uptime))
    }
    #expect(said == [false, isSetBack, false])
  }
}
