import Albums
import Foundation
import Pages
import Testing

@Suite struct StatisticsPageTests {
  private func result(_ month: String, _ artist: String = "Halden", year: String? = "1979", rating: Double? = 9.5)
    -> Statistics.Result
  {
    Statistics.Result(
      month: month, artistName: artist, releaseYear: year, rating: rating,
      label: rating.map { _ in "Essential Classic" }, recommendation: rating.map { _ in "ESSENTIAL" })
  }

  @Test func `results come to numbers`() {
    let statistics = Statistics(
      of: [
        result("2026-11"), result("2026-09", rating: nil), result("2026-11", "Quist", year: "1974", rating: 10),
        result("2026-11", year: nil, rating: .nan), result("2026-10", year: "about 1980", rating: 0),
      ], spending: [.init(name: "2026-11", usd: 0.5), .init(name: "2026-10", usd: 0.25)], asOf: "now")
    #expect(statistics.albums == 5 && statistics.reviewed == 3 && statistics.averageRating == 6.5)
    #expect(statistics.usd == 0.75 && statistics.spending.map(\.name) == ["2026-10", "2026-11"])
    #expect(
      statistics.months == [
        .init(name: "2026-09", count: 1), .init(name: "2026-10", count: 1), .init(name: "2026-11", count: 3),
      ])
    #expect(statistics.years == [.init(name: "2026", count: 5)] && statistics.medianSeconds == nil)
    #expect(statistics.ratings.map(\.count) == [1, 0, 0, 0, 0, 0, 0, 0, 0, 2])
    #expect(statistics.decades == [.init(name: "1970", count: 3)])
    #expect(statistics.artists == [.init(name: "Halden", count: 4), .init(name: "Quist", count: 1)])
  }

  @Test(arguments: [([Double](), nil), ([3], 3), ([9, 1, 2], 2), ([4, 1, 90, 3], 3.5)])
  func `the median is that of all durations`(seconds: [Double], median: Double?) {
    #expect(Statistics(of: [], spending: [], durations: seconds, asOf: "now").medianSeconds == median)
  }

  @Test func `nothing comes to nothing`() {
    let page = HTMLRenderer().statisticsPage(Statistics(of: [], spending: [], asOf: "2026-11-21T14:03:22Z"))
    #expect(page.contains("<dd>0</dd>") && page.contains("<dd>–</dd>") && page.contains("<dd>nothing</dd>"))
    #expect(!page.contains("<svg"))
  }

  @Test func `a plot has its numbers for those who don't see it, and months without a scan`() {
    let page = HTMLRenderer().statisticsPage(
      Statistics(of: [result("2026-11"), result("2026-09"), result("2026-11")], spending: [], asOf: "2026-11-21"))
    #expect(page.contains("role=\"img\" aria-label=\"September 2026: 1, November 2026: 2\""))
    #expect(page.contains("<title>October 2026: 0</title>"))
    #expect(page.contains("<span>September 2026</span><span>November 2026</span>"))
    #expect(page.contains("<dt dir=\"auto\">Essential Classic</dt>"))
  }

  @Test func `two years are drawn, and a clock that was wrong makes no thousand months`() {
    let page = HTMLRenderer().statisticsPage(
      Statistics(of: [result("1970-01"), result("2026-11"), result("?")], spending: [], asOf: "2026-11-21"))
    #expect(page.components(separatedBy: "2026: ").count + page.components(separatedBy: "2025: ").count < 40)
    #expect(page.contains("<span>December 2024</span><span>November 2026</span>"))
  }

  @Test func `hostile names stay text, and nothing runs`() {
    let hostile = "\"><script>x</script>\u{202E}"
    let page = HTMLRenderer().statisticsPage(
      Statistics(of: [result(hostile, hostile, year: hostile)], spending: [.init(name: hostile, usd: 1)], asOf: hostile)
    )
    #expect(!page.contains("<script>x") && !page.contains("\u{202E}"))
    #expect(page.contains("content=\"default-src 'none'"))
  }
}
