import Albums
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// What a crash between a scan's end and the clearing away of its last folder leaves.
@Suite struct LeftoversTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private func sweep() async throws -> Int { try await Leftovers(root: shop.root, ledger: shop.ledger).sweep() }

  @Test func `a folder of an earlier try is swept once its scan has come to another end`() async throws {
    try shop.folder.makeFolder("unsure")
    shop.model.answers(.reading, Act.says(Told.notIdentifiable(.unreadable)))
    let failed = try await shop.scan()
    let folder = try #require(failed.bundle)
    #expect(folder.hasPrefix("failed/"))
    #expect(try await sweep() == 0)

    let old = try shop.folder.read("\(folder)/failure.json")
    shop.tellAll()
    #expect(try await shop.ledger.retry(failed.id) == .carriedOut)
    // While it is in the line its old folder says why.
    #expect(try await sweep() == 0)
    let done = try await shop.finish(failed.id)
    #expect(done.state == .done)
    // As if the crash had come before it was cleared away; and something of somebody else's beside it.
    try shop.folder.makeFolder(folder)
    try shop.folder.write(Data(old), to: "\(folder)/failure.json")
    try shop.folder.makeFolder("failed/notes")
    try shop.folder.write(Data("mine".utf8), to: "failed/notes/failure.json")
    #expect(try await sweep() == 1)
    #expect(shop.folder.names(in: "failed") == ["notes"])
    #expect(shop.bundles().count == 1)
  }

  @Test func `a folder of a scan that this ledger doesn't know is left alone`() async throws {
    try shop.folder.makeFolder("unsure")
    shop.model.answers(.reading, Act.says(Told.notIdentifiable(.unreadable)))
    let failed = try await shop.scan()
    #expect(try await Leftovers(root: shop.root, ledger: try Ledger()).sweep() == 0)
    #expect(shop.folder.names(in: "failed").map { "failed/\($0)" } == [failed.bundle])
  }
}
