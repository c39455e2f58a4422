internal import Albums
internal import Foundation
internal import Records
internal import Services

/// The work in batches, at half price.
struct BulkReport: Encodable {
  struct Batch: Encodable {
    let service: String
    let since: Date
    /// By when the provider promises to be through.
    let latest: Date
    let readings: Int
    let reviews: Int
  }

  /// Photos and reviews that wait to be handed in.
  let gatheredReadings: Int
  let gatheredReviews: Int
  let batches: [Batch]

  static func make(_ ledger: Ledger, now: Date) async throws -> BulkReport {
    let queue = try await ledger.batchQueue(now: now)
    return BulkReport(
      gatheredReadings: queue.readings, gatheredReviews: queue.reviews,
      batches: try await ledger.openBatches().map {
        Batch(
          service: $0.service.rawValue, since: $0.began, latest: $0.expires, readings: $0.readings, reviews: $0.reviews)
      })
  }

  /// One sentence for all batches of a service.
  var lines: [String] {
    var lines: [String] = []
    for (service, batches) in Dictionary(grouping: batches, by: \.service).sorted(by: { $0.key < $1.key }) {
      let what = Self.load(
        photos: batches.reduce(0) { $0 + $1.readings }, reviews: batches.reduce(0) { $0 + $1.reviews })
      guard let what, let since = batches.map(\.since).min(), let latest = batches.map(\.latest).max() else { continue }
      let name = ServiceName(rawValue: service)?.spokenName ?? service
      lines.append(
        "\(what) with \(name)'s batch service since \(Phrases.moment(since)), at half price; answers usually arrive "
          + "within an hour, \(Phrases.moment(latest)) at the latest")
    }
    if let what = Self.load(photos: gatheredReadings, reviews: gatheredReviews) {
      lines.append("\(what) collected for a batch, at half price")
    }
    return lines
  }

  /// "142 photos and 3 reviews are"; nil for nothing.
  private static func load(photos: Int, reviews: Int) -> String? {
    let parts = [
      photos > 0 ? Phrases.count(photos, "photo") : nil, reviews > 0 ? Phrases.count(reviews, "review") : nil,
    ]
    .compactMap { $0 }
    guard !parts.isEmpty else { return nil }
    return parts.joined(separator: " and ") + (photos + reviews == 1 ? " is" : " are")
  }
}
