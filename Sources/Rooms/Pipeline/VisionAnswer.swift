package import Albums

/// The result of the first model call for a photo, and its strategy, which later steps use too. If no model was asked, it
/// has only the text that this computer read.
package struct VisionAnswer: Codable, Equatable, Sendable {
  package var strategy: Strategy
  package var cover: CoverReading
  /// The review from a single call, not yet checked.
  package var draft: ReviewDraft?
  /// The model that read it; nil without one, and in ledgers of earlier versions.
  package var model: String?

  init(strategy: Strategy, cover: CoverReading, draft: ReviewDraft? = nil, model: String? = nil) {
    self.strategy = strategy
    self.cover = cover
    self.draft = draft
    self.model = model
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    // Ledgers of the first version store only the cover's reading.
    guard container.contains(.cover) else {
      self.init(strategy: .twoTier, cover: try CoverReading(from: decoder))
      return
    }
    self.init(
      strategy: try container.decode(Strategy.self, forKey: .strategy),
      cover: try container.decode(CoverReading.self, forKey: .cover),
      draft: try container.decodeIfPresent(ReviewDraft.self, forKey: .draft),
      model: try container.decodeIfPresent(String.self, forKey: .model))
  }
}
