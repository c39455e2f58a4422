import Albums
import Testing

@testable import Pipeline

@Suite struct GalleryUpdatePlanTests {
  private func monthPages(_ names: String...) -> [GalleryMonthPage] { names.compactMap(GalleryMonthPage.init(name:)) }

  private func plan(
    _ should: [GalleryMonthPage], from present: [GalleryMonthPage], _ changed: [String: Set<ScanID>]?
  ) -> (stale: [String], gone: [String]) {
    let plan = GalleryUpdatePlan(monthPages: should, present: Set(present), changed: changed)
    return (plan.stale.map(\.name), plan.gone.map(\.name))
  }

  @Test func `a scan is on one page, and counted on its month's first`() {
    let all = monthPages("2026-12", "2026-11", "2026-11-3", "2026-11-1", "2026-10")
    #expect(plan(all, from: all, ["2026-11": [ScanID(100)]]) == (["2026-11", "2026-11-1"], []))
    #expect(plan(all, from: all, ["2026-11": [ScanID(201)]]) == (["2026-11", "2026-11-3"], []))
    // The hundred between has become so small that the first page has it, or it never was.
    #expect(plan(all, from: all, ["2026-11": [ScanID(301)]]) == (["2026-11"], []))
    #expect(plan(all, from: all, ["2026-10": [ScanID(1)], "2026-09": [ScanID(2)]]) == (["2026-10"], []))
    #expect(plan(all, from: all, [:]) == ([], []))
  }

  @Test func `a page that comes is drawn with those beside it`() {
    let all = monthPages("2026-12", "2026-11", "2026-11-2", "2026-11-1")
    #expect(
      plan(all, from: monthPages("2026-12", "2026-11", "2026-11-1"), ["2026-11": [ScanID(301)]])
        == (["2026-11", "2026-11-2", "2026-11-1"], []))
    #expect(
      plan(all, from: monthPages("2026-11", "2026-11-2", "2026-11-1"), ["2026-12": [ScanID(301)]])
        == (["2026-12", "2026-11"], []))
  }

  @Test func `those beside a page that goes don't lead there any more`() {
    let before = monthPages("2026-12", "2026-11", "2026-11-2", "2026-11-1", "2026-10")
    #expect(
      plan(monthPages("2026-12", "2026-11", "2026-10"), from: before, [:])
        == (["2026-11", "2026-10"], ["2026-11-1", "2026-11-2"]))
    #expect(
      plan(monthPages("2026-11", "2026-11-2", "2026-11-1", "2026-10"), from: before, [:]) == (["2026-11"], ["2026-12"]))
    #expect(plan([], from: monthPages("2026-10"), ["2026-10": [ScanID(1)]]) == ([], ["2026-10"]))
  }

  @Test func `after a start all are drawn`() {
    #expect(
      plan(monthPages("2026-11", "2026-10"), from: monthPages("2026-09"), nil) == (["2026-11", "2026-10"], ["2026-09"]))
  }
}
