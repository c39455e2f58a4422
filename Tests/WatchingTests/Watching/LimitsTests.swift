import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing
import Watching

/// Files and folders of which there may be too much.
@Suite struct LimitsTests {
  let outside: TemporaryFolder
  let inbox: TemporaryFolder
  /// The flag that ends a test which shows that something was *not* announced.
  let last: FilePath

  init() throws {
    outside = try TemporaryFolder()
    inbox = try TemporaryFolder()
    last = inbox.appending("zzz.jpg")
  }

  private func moveIn(_ name: String) throws {
    let source = try outside.write(Samples.jpeg(), to: "moving")
    let target = inbox.appending(name)
    #expect(source.withPlatformString { from in target.withPlatformString { rename(from, $0) } } == 0)
  }

  /// Reading these would take minutes; they begin like photos, and take no room.
  @Test func `files that are too large are left alone unread, said once, and block nothing`() async throws {
    let limit = Int64(1 << 20)
    func grow(_ name: String, to size: Int64) throws -> FilePath {
      let path = try inbox.write(Samples.jpeg().dropLast(2), to: name)
      #expect(path.withPlatformString { truncate($0, off_t(size)) } == 0)
      return path
    }
    let early = try grow("early.jpg", to: 300 << 30)
    let edge = try inbox.write(Samples.jpeg(dataBytes: 900_000), to: "edge.jpg")
    let watch = try await Watch(
      [inbox.path], reconcileEvery: .milliseconds(50), limits: .init(bytes: limit))
    let late = try grow("late.jpg", to: 20 << 30)
    try moveIn("zzz.jpg")
    #expect(Set(try await watch.until([edge, last]).map(\.path)) == [edge, last])
    let refusals: Set<WatchCondition> = [
      .tooLarge(early, size: 300 << 30, limit: limit), .tooLarge(late, size: 20 << 30, limit: limit),
    ]
    try await watch.conditions.until { refusals.isSubset(of: $0) }
    // It grows on, and is then replaced.
    _ = try grow("late.jpg", to: 30 << 30)
    try moveIn("late.jpg")
    try await watch.until([late])
    let cleared = WatchCondition.cleared(.tooLarge(late, size: 20 << 30, limit: limit))
    try await watch.conditions.until { $0.contains(cleared) }
    #expect(
      watch.conditions.elements.filter { if case .overlooked = $0 { false } else { true } }.count == 3,
      "\(watch.conditions.elements)")
  }

  @Test func `of many files that are too large, the first are named`() async throws {
    for number in 0..<30 {
      let path = try inbox.write([], to: "\(number).mp4")
      #expect(path.withPlatformString { truncate($0, 1 << 30) } == 0)
    }
    let watch = try await Watch([inbox.path], limits: .init(bytes: 1 << 20))
    #expect(watch.conditions.elements.count == 20)
  }

  @Test(arguments: [nil, Duration.milliseconds(50)])
  func `of an inbox with too many folders, the newest of the upper ones are watched, and that is said once`(
    polling: Duration?
  ) async throws {
    for number in 10..<60 { try inbox.makeFolder("\(number)/deep/er") }
    let early = try inbox.write(Samples.jpeg(), to: "59/early.jpg")
    let watch = try await Watch(
      [inbox.path], polling: polling, reconcileEvery: .milliseconds(50), limits: .init(folders: 20))
    _ = try inbox.write(Samples.jpeg(), to: "10/unseen.jpg")
    _ = try inbox.write(Samples.jpeg(), to: "59/deep/unseen.jpg")
    let seen = try inbox.write(Samples.jpeg(), to: "45/seen.jpg")
    // One that is new displaces another.
    try inbox.makeFolder("60")
    let newest = try inbox.write(Samples.jpeg(), to: "60/newest.jpg")
    try moveIn("zzz.jpg")
    let expected: Set = [early, seen, newest, last]
    #expect(Set(try await watch.until(Array(expected)).map(\.path)) == expected)
    let condition = WatchCondition.tooManyFolders(inbox.path, limit: 20)
    #expect(watch.conditions.elements.filter { $0 == condition }.count == 1)
    for number in 10..<50 { try FileManager.default.removeItem(atPath: inbox.appending("\(number)").string) }
    for number in 50..<60 {
      try FileManager.default.removeItem(atPath: inbox.appending("\(number)/deep/er").string)
      if number != 59 { try FileManager.default.removeItem(atPath: inbox.appending("\(number)/deep").string) }
    }
    try await watch.conditions.until { $0.contains(.cleared(condition)) }
    try await watch.until([inbox.appending("59/deep/unseen.jpg")])
  }
}
