import Albums
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// What a crash between a scan's end and the clearing away of its last folder leaves.
@Suite struct OrphanedFoldersTests {
  private let fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  private func sweep() async throws -> Int {
    try await OrphanedFolders(root: fixture.root, ledger: fixture.ledger).sweep()
  }

  @Test func `a folder of an earlier try is swept once its scan has come to another end`() async throws {
    try fixture.folder.makeFolder("unsure")
    fixture.model.answers(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable)))
    let failed = try await fixture.scan()
    let folder = try #require(failed.bundle)
    #expect(folder.hasPrefix("failed/"))
    #expect(try await sweep() == 0)

    let old = try fixture.folder.read("\(folder)/failure.json")
    fixture.tellAll()
    #expect(try await fixture.ledger.retry(failed.id) == .carriedOut)
    // While it is in the line its old folder says why.
    #expect(try await sweep() == 0)
    let done = try await fixture.finish(failed.id)
    #expect(done.state == .done)
    // As if the crash had come before it was cleared away; and something of somebody else's beside it.
    try fixture.folder.makeFolder(folder)
    try fixture.folder.write(Data(old), to: "\(folder)/failure.json")
    try fixture.folder.makeFolder("failed/notes")
    try fixture.folder.write(Data("mine".utf8), to: "failed/notes/failure.json")
    #expect(try await sweep() == 1)
    #expect(fixture.folder.names(in: "failed") == ["notes"])
    #expect(fixture.bundles().count == 1)
  }

  @Test func `a folder of an earlier try is swept once its scan is another one's photo`() async throws {
    fixture.tellAll()
    let front = try await fixture.scan()
    fixture.model.answers(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable)))
    let back = try await fixture.finish(try await fixture.drop("back.jpg", SamplePhoto.front(3)))
    #expect(back.bundle?.hasPrefix("failed/") == true)
    #expect(try await fixture.ledger.retry(back.id) == .carriedOut)
    _ = try #require(try await fixture.ledger.claim(only: [back.id], now: fixture.time.now))
    #expect(try await fixture.ledger.join(back.id, to: front.id, as: .back, now: fixture.time.now))
    #expect(try await sweep() == 1)
    #expect(fixture.folder.names(in: "failed") == [])
  }

  @Test func `a folder of a scan that this ledger doesn't know is left alone`() async throws {
    try fixture.folder.makeFolder("unsure")
    fixture.model.answers(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable)))
    let failed = try await fixture.scan()
    #expect(try await OrphanedFolders(root: fixture.root, ledger: try Ledger()).sweep() == 0)
    #expect(fixture.folder.names(in: "failed").map { "failed/\($0)" } == [failed.bundle])
  }
}
