/// The statistics of all results in `done/`, for `albumscanctl stats` and the statistics page.
package struct Statistics: Codable, Equatable, Sendable {
  package struct Count: Codable, Equatable, Sendable {
    package let name: String
    package let count: Int

    package init(name: String, count: Int) {
      self.name = name
      self.count = count
    }
  }

  package struct Spending: Codable, Equatable, Sendable {
    /// `2026-11`.
    package let name: String
    package let usd: Double

    package init(name: String, usd: Double) {
      self.name = name
      self.usd = usd
    }
  }

  /// What counts of one result.
  package struct Result: Equatable, Sendable {
    /// In which it finished, `2026-11`.
    package var month: String
    package var artistName: String
    package var releaseYear: String?
    /// The three are nil until a review is written.
    package var rating: Double?
    package var label: String?
    package var recommendation: String?

    package init(
      month: String, artistName: String, releaseYear: String?, rating: Double?, label: String?, recommendation: String?
    ) {
      self.month = month
      self.artistName = artistName
      self.releaseYear = releaseYear
      self.rating = rating
      self.label = label
      self.recommendation = recommendation
    }
  }

  /// RFC 3339, UTC.
  package let asOf: String
  package let albums: Int
  package let reviewed: Int
  /// Null until a review is written.
  @Nullable package var averageRating: Double?
  /// All that was ever spent.
  package let usd: Double
  /// Those that have scans, oldest first.
  package let months: [Count]
  /// In which albums were discovered, oldest first.
  package let years: [Count]
  /// How long half of the scans took at most, in seconds, without waiting; null until that is known of one.
  @Nullable package var medianSeconds: Double?
  /// `0` for 0 up to 0.9, and so on; `9` holds 10 too. Always ten.
  package let ratings: [Count]
  /// The most frequent first, in all that follow but `decades` and `spending`, which begin with the oldest.
  package let recommendations: [Count]
  package let labels: [Count]
  /// `1970`, and so on, of the albums whose year is known.
  package let decades: [Count]
  /// The ten that were scanned most.
  package let artists: [Count]
  package let spending: [Spending]
  /// How many albums are on each list, scanned or not; `owned`, `wanted`, `heard`, then by name.
  package let lists: [Count]

  /// - Parameter durations: how long scans took, in seconds.
  package init(
    of results: [Result], spending: [Spending], lists: [Count] = [], durations: [Double] = [], asOf: String
  ) {
    self.asOf = asOf
    self.lists = lists
    self.spending = spending.sorted { $0.name < $1.name }
    usd = spending.reduce(0) { $0 + $1.usd }
    albums = results.count
    let rated = results.compactMap(\.rating).filter(\.isFinite).map { min(max($0, 0), 10) }
    reviewed = rated.count
    let average = rated.isEmpty ? nil : (rated.reduce(0, +) / Double(rated.count) * 10).rounded() / 10
    _averageRating = Nullable(wrappedValue: average)
    let bins = Self.tally(rated.map { String(min(Int($0), 9)) })
    ratings = (0...9).map { Count(name: "\($0)", count: bins["\($0)"] ?? 0) }
    months = Self.byName(results.map(\.month))
    years = Self.byName(results.map { String($0.month.prefix(4)) }.filter { $0.count == 4 && Int($0) != nil })
    let sorted = durations.sorted()
    _medianSeconds = Nullable(
      wrappedValue: sorted.isEmpty
        ? nil : ((sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2 * 10).rounded() / 10)
    decades = Self.byName(
      results.compactMap(\.releaseYear).filter { $0.count == 4 && Int($0) != nil }.map { "\($0.prefix(3))0" })
    recommendations = Self.byCount(results.compactMap(\.recommendation))
    labels = Self.byCount(results.compactMap(\.label))
    artists = Array(Self.byCount(results.map(\.artistName)).prefix(10))
  }

  private static func tally(_ names: [String]) -> [String: Int] { names.reduce(into: [:]) { $0[$1, default: 0] += 1 } }

  private static func byName(_ names: [String]) -> [Count] {
    tally(names).map { Count(name: $0.key, count: $0.value) }.sorted { $0.name < $1.name }
  }

  private static func byCount(_ names: [String]) -> [Count] {
    tally(names).map { Count(name: $0.key, count: $0.value) }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}
