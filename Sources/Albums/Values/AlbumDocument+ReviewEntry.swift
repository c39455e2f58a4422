extension AlbumDocument {
  /// Null but for `status` unless written.
  package struct ReviewEntry: Codable, Equatable, Sendable {
    package var status: ReviewStatus
    @Nullable package var contextSummary: String?
    @Nullable package var contextBullets: [String]?
    @Nullable package var rating: Double?
    @Nullable package var recommendation: Recommendation?
    @Nullable package var emoji: String?
    @Nullable package var label: ReviewLabel?
    @Nullable package var tier: Int?
    @Nullable package var keyTracks: [String]?
    @Nullable package var forFansOf: [String]?
    @Nullable package var influences: [String]?
    @Nullable package var influenced: [String]?
    @Nullable package var sources: [Source]?
    @Nullable package var cached: Bool?
    @Nullable package var model: String?
    /// `sha256:…`, of the prompt file that asked for it.
    @Nullable package var prompt: String?
    @Nullable package var writtenAt: String?
    /// Why it is unavailable, if that is known.
    @Nullable package var reason: String?

    /// A review that isn't there.
    package init(status: ReviewStatus, reason: String? = nil) {
      self.status = status
      _reason = Nullable(wrappedValue: reason)
    }

    package init(written review: Review, cached: Bool, model: String, prompt: Digest, writtenAt: String) {
      status = .written
      _contextSummary = Nullable(wrappedValue: review.contextSummary)
      _contextBullets = Nullable(wrappedValue: review.contextBullets)
      _rating = Nullable(wrappedValue: review.rating)
      _recommendation = Nullable(wrappedValue: review.recommendation)
      _emoji = Nullable(wrappedValue: review.recommendation.emoji)
      _label = Nullable(wrappedValue: review.label)
      _tier = Nullable(wrappedValue: review.label.tier)
      _keyTracks = Nullable(wrappedValue: review.keyTracks)
      _forFansOf = Nullable(wrappedValue: review.forFansOf)
      _influences = Nullable(wrappedValue: review.influences)
      _influenced = Nullable(wrappedValue: review.influenced)
      _sources = Nullable(wrappedValue: review.sources)
      _cached = Nullable(wrappedValue: cached)
      _model = Nullable(wrappedValue: model)
      _prompt = Nullable(wrappedValue: "sha256:\(prompt.hex)")
      _writtenAt = Nullable(wrappedValue: writtenAt)
    }
  }
}

extension AlbumDocument.ReviewEntry {
  /// Nil for a review that isn't written, or isn't whole.
  package var review: Review? {
    guard status == .written, let contextSummary, let contextBullets, let rating, let recommendation, let label,
      let keyTracks
    else { return nil }
    return Review(
      contextSummary: contextSummary, contextBullets: contextBullets, rating: rating, recommendation: recommendation,
      label: label, keyTracks: keyTracks, forFansOf: forFansOf, influences: influences,
      influenced: influenced, sources: sources ?? [])
  }
}
