import Albums
import Foundation
import Glibc
import Records
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline

/// Symbolic links in the place of AlbumScan's folders.
@Suite struct ResultFoldersTests {
  private let fixture: PipelineFixture

  init() throws {
    fixture = try PipelineFixture()
    try fixture.folder.makeFolder("private")
  }

  private func link(_ name: String, to target: String) { #expect(symlink(target, path(name)) == 0) }
  private func path(_ name: String) -> String { fixture.folder.appending(name).string }

  private func reported() async throws -> [Condition] {
    try await fixture.ledger.conditions().filter { $0.health == .folderBlocked }
  }

  @Test func `a link is reported with its cure until it is gone`() async throws {
    try fixture.folder.makeFolder("done/wallet")
    link("done/wallet/art", to: "../../private")
    for _ in 0..<2 { try await ResultFolders.reportObstacles(below: fixture.root, in: fixture.ledger) }
    let item = try #require(try await reported().first)
    #expect(try await reported().count == 1)
    #expect(item.code == "folder-blocked \(path("done/wallet/art"))")
    #expect(item.cure?.text.contains("rm '\(path("done/wallet/art"))'") == true)
    unlink(path("done/wallet/art"))
    try await ResultFolders.reportObstacles(below: fixture.root, in: fixture.ledger)
    #expect(try await reported().isEmpty)
  }

  @Test func `a file is reported, too, but not one that is only beside AlbumScan's`() async throws {
    try fixture.folder.write(Data(), to: "failed")
    try fixture.folder.makeFolder("originals")
    try fixture.folder.write(Data(), to: "originals/notes.txt")
    try fixture.folder.write(Data(), to: "done.txt")
    try await ResultFolders.reportObstacles(below: fixture.root, in: fixture.ledger)
    #expect(try await reported().map(\.cure) == [.advice("Rename it: mv '\(path("failed"))' '\(path("failed.file"))'")])
  }

  @Test func `a result folder that is a link holds scans, says why, and follows nothing`() async throws {
    link("done", to: "private")
    fixture.tellAll()
    let id = try await fixture.drop()
    try await fixture.runNext()
    let scan = try #require(try await fixture.ledger.scan(id))
    #expect(scan.state == .waiting)
    #expect(scan.heldBy == HealthCode.disk.rawValue)
    let item = try #require(try await fixture.ledger.conditions().first { $0.code == HealthCode.disk.rawValue })
    #expect(item.reason.contains(path("done")) && item.reason.contains("symbolic link"))
    #expect(fixture.folder.names(in: "private").isEmpty)
  }
}
