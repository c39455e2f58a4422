import Albums
import Testing

@testable import Pipeline

@Suite struct GalleryUpkeepTests {
  private func leaves(_ names: String...) -> [GalleryLeaf] { names.compactMap(GalleryLeaf.init(name:)) }

  private func upkeep(
    _ should: [GalleryLeaf], from present: [GalleryLeaf], _ changed: [String: Set<ScanID>]?
  ) -> (stale: [String], gone: [String]) {
    let upkeep = GalleryUpkeep(leaves: should, present: Set(present), changed: changed)
    return (upkeep.stale.map(\.name), upkeep.gone.map(\.name))
  }

  @Test func `a scan is on one page, and counted on its month's first`() {
    let all = leaves("2026-12", "2026-11", "2026-11-3", "2026-11-1", "2026-10")
    #expect(upkeep(all, from: all, ["2026-11": [ScanID(100)]]) == (["2026-11", "2026-11-1"], []))
    #expect(upkeep(all, from: all, ["2026-11": [ScanID(201)]]) == (["2026-11", "2026-11-3"], []))
    // The hundred between has become so small that the first page has it, or it never was.
    #expect(upkeep(all, from: all, ["2026-11": [ScanID(301)]]) == (["2026-11"], []))
    #expect(upkeep(all, from: all, ["2026-10": [ScanID(1)], "2026-09": [ScanID(2)]]) == (["2026-10"], []))
    #expect(upkeep(all, from: all, [:]) == ([], []))
  }

  @Test func `a page that comes is drawn after those beside it`() {
    let all = leaves("2026-12", "2026-11", "2026-11-2", "2026-11-1")
    #expect(
      upkeep(all, from: leaves("2026-12", "2026-11", "2026-11-1"), ["2026-11": [ScanID(301)]])
        == (["2026-11", "2026-11-1", "2026-11-2"], []))
    #expect(
      upkeep(all, from: leaves("2026-11", "2026-11-2", "2026-11-1"), ["2026-12": [ScanID(301)]])
        == (["2026-11", "2026-12"], []))
  }

  @Test func `those beside a page that goes don't lead there any more`() {
    let before = leaves("2026-12", "2026-11", "2026-11-2", "2026-11-1", "2026-10")
    #expect(
      upkeep(leaves("2026-12", "2026-11", "2026-10"), from: before, [:])
        == (["2026-11", "2026-10"], ["2026-11-1", "2026-11-2"]))
    #expect(
      upkeep(leaves("2026-11", "2026-11-2", "2026-11-1", "2026-10"), from: before, [:]) == (["2026-11"], ["2026-12"]))
    #expect(upkeep([], from: leaves("2026-10"), ["2026-10": [ScanID(1)]]) == ([], ["2026-10"]))
  }

  @Test func `after a start all are drawn`() {
    #expect(
      upkeep(leaves("2026-11", "2026-10"), from: leaves("2026-09"), nil) == (["2026-11", "2026-10"], ["2026-09"]))
  }
}
