import Albums
import Dispatch
import Foundation
import Records
import SystemPackage
import TestSupport
import Testing
import Threads

@testable import Pipeline

/// Work that a disk or a share may keep waiting holds none of the threads on which everything else runs.
@Suite struct BlockingThreadTests {
  /// More than the pool has threads.
  private static let many = ProcessInfo.processInfo.activeProcessorCount + 4

  /// A disk that answers once somebody else came to say so; late enough that a pool that is stuck fails the test.
  private struct Disk: Sendable {
    private let isBack = DispatchSemaphore(value: 0)
    let asked = Tally()
    let givenUp = Tally()

    func wait() {
      asked.enter()
      if isBack.wait(timeout: .now() + .seconds(20)) == .timedOut { givenUp.enter() }
    }

    /// Waits until all ask it, and answers them.
    func answerAll() async {
      while asked.total < many { await Task.yield() }
      for _ in 1...many { isBack.signal() }
    }
  }

  @Test func `what waits for a disk keeps nobody else from going on`() async throws {
    let disk = Disk()
    try await within(.seconds(60)) {
      await withDiscardingTaskGroup { group in
        for _ in 1...Self.many { group.addTask { await onBlockingThread { disk.wait() } } }
        await disk.answerAll()
      }
    }
    #expect(disk.givenUp.total == 0)
  }

  @Test func `there are few threads, all work is done, and errors come back`() async throws {
    struct Full: Error, Equatable { let number: Int }
    let tally = Tally()
    let failed = try await within(.seconds(60)) {
      await withTaskGroup(of: Int.self) { group in
        for number in 0..<200 {
          group.addTask {
            do throws(Full) {
              try await onBlockingThread { () throws(Full) in
                tally.enter()
                defer { tally.leave() }
                sched_yield()
                if number.isMultiple(of: 10) { throw Full(number: number) }
              }
              return 0
            } catch { return error.number == number ? 1 : 1000 }
          }
        }
        return await group.reduce(0, +)
      }
    }
    #expect(failed == 20)
    #expect(tally.total == 200 && tally.most <= 20)
  }

  @Test func `a page that can't be written yet keeps no other work waiting`() async throws {
    let fixture = try PipelineFixture()
    let disk = Disk()
    let publisher = fixture.context(renderer: StuckRenderer(drawn: disk.wait)).publisher
    fixture.tellAll()
    let document = try fixture.document(of: try await fixture.scan())
    try await within(.seconds(60)) {
      try await withThrowingDiscardingTaskGroup { group in
        for number in 1...Self.many {
          group.addTask { _ = try await publisher.republish(document, artwork: .none, bundle: "done/\(number)") }
        }
        await disk.answerAll()
      }
    }
    #expect(disk.givenUp.total == 0)
    #expect(fixture.bundles().count == Self.many + 1)
  }
}
