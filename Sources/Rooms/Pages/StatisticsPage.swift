import Albums

/// The statistics page, `done/stats.html`: charts, each with a text alternative.
struct StatisticsPage {
  let statistics: Statistics

  var document: HTMLDocument {
    let plots = HTML.lines(
      columns("Scans per month", lastMonths(statistics.months.map { ($0.name, Double($0.count)) }), words: Self.whole),
      columns(
        "Ratings", statistics.ratings.map { ("\($0.name)–\((Int($0.name) ?? 0) + 1)", Double($0.count)) },
        words: Self.whole),
      bars("Years of discovery", statistics.years), bars("Verdicts", statistics.recommendations),
      bars("Decades", statistics.decades.map { .init(name: "\($0.name)s", count: $0.count) }),
      columns("Cost per month", lastMonths(statistics.spending.map { ($0.name, $0.usd) }), words: CostText.dollars),
      bars("Your lists", statistics.lists), bars("Labels", statistics.labels), bars("Artists", statistics.artists))
    let home = Link(file: "index.html")
    return HTMLDocument(
      title: "Statistics – AlbumScan", kind: "gallery", home: home, style: Style.gallery + Style.plots,
      scripts: [.copying],
      body: """
        <main>
        <header class="names">
        <h1>Statistics</h1>
        <p class="lead">As of \(CalendarDay.words(statistics.asOf))</p>
        </header>
        \(figures)
        <div class="plots">
        \(plots)
        </div>
        <footer>
        <p class="small">Updated from time to time. To update it now:</p>
        \(HTML.command("albumscanctl stats"))
        <nav aria-label="More"><a href="\(home)">All scans</a></nav>
        </footer>
        </main>
        """)
  }

  private var figures: HTML {
    let boxes: [(String, String)] = [
      (Self.whole(Double(statistics.albums)), statistics.albums == 1 ? "album" : "albums"),
      (statistics.averageRating.map { Rating($0).words } ?? "–", "out of 10 on average"),
      (Self.whole(Double(statistics.reviewed)), statistics.reviewed == 1 ? "review" : "reviews"),
      (CostText.dollars(statistics.usd), "spent"),
    ]
    let items = boxes.map { number, words -> HTML in "<div><dt>\(words)</dt><dd>\(number)</dd></div>" }
    return "<dl class=\"figures\">\n\(items.lines())\n</dl>"
  }

  private typealias Point = (name: String, value: Double)

  /// Upright bars in a row: time, or a scale.
  private func columns(_ title: HTML, _ points: [Point], words: (Double) -> String) -> HTML? {
    let most = points.map(\.value).max() ?? 0
    guard most > 0, let first = points.first, let last = points.last else { return nil }
    let bars = points.enumerated().map { place, point -> HTML in
      let height = max(point.value / most * 100, point.value > 0 ? 1.5 : 0)
      let (tall, top) = (Int((height * 10).rounded()), Int(((100 - height) * 10).rounded()))
      return """
        <rect x="\(place * 100 + 9)" y="\(top)" width="82" height="\(tall)">\
        <title>\(point.name): \(words(point.value))</title></rect>
        """
    }
    let spoken = points.filter { $0.value > 0 }.map { "\($0.name): \(words($0.value))" }.joined(separator: ", ")
    return """
      <section class="plot">
      <h2>\(title)</h2>
      <p class="most" aria-hidden="true">\(words(most))</p>
      <svg viewBox="0 0 \(points.count * 100) 1000" preserveAspectRatio="none" role="img" aria-label="\(spoken)">
      \(bars.lines())
      </svg>
      <p class="axis" aria-hidden="true"><span>\(first.name)</span><span>\(last.name)</span></p>
      </section>
      """
  }

  /// Lying bars, a name each.
  private func bars(_ title: HTML, _ counts: [Statistics.Count]) -> HTML? {
    guard let most = counts.map(\.count).max(), most > 0 else { return nil }
    let rows = counts.map { count -> HTML in
      """
      <div><dt dir="auto">\(count.name)</dt><dd><svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">\
      <rect width="\(max(count.count * 1000 / most, 8))" height="10"/></svg>\
      <span>\(Self.whole(Double(count.count)))</span></dd></div>
      """
    }
    return "<section class=\"plot\">\n<h2>\(title)</h2>\n<dl class=\"bars\">\n\(rows.lines())\n</dl>\n</section>"
  }

  /// The last two years up to the newest month, those without anything too.
  private func lastMonths(_ months: [Point]) -> [Point] {
    let known = months.compactMap { month in Self.number(of: month.name).map { ($0, month.value) } }
    guard let newest = known.map(\.0).max(), let first = known.map(\.0).min() else { return [] }
    let values = Dictionary(known, uniquingKeysWith: +)
    let oldest = max(first, newest - 23)
    return (oldest...newest).map { number in
      let (year, month) = (number / 12, number % 12 + 1)
      let name = "\(year)-\(month < 10 ? "0" : "")\(month)"
      return (CalendarDay.month(name) ?? name, values[number] ?? 0)
    }
  }

  /// Months since the year 0.
  private static func number(of month: String) -> Int? {
    let parts = month.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 2, (1...9999).contains(parts[0]), (1...12).contains(parts[1]) else { return nil }
    return parts[0] * 12 + parts[1] - 1
  }

  private static func whole(_ value: Double) -> String { CostText.grouped(Int(value)) }
}
