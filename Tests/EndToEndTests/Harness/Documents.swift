import Foundation

/// What `albumscanctl status --json` prints, as far as tests look at it (docs/json-output.md).
struct StatusDocument: Decodable, Sendable {
  struct InHand: Decodable, Sendable {
    let id: Int
    let photo: String
    let step: String?
    let line: String
  }

  struct Waiting: Decodable, Sendable {
    let id: Int
    let photo: String
    let heldBy: String?
    let until: Date?
    let reason: String?
  }

  struct Health: Decodable, Sendable {
    let code: String
    let reason: String
    let cure: String?
    let until: Date?
  }

  struct Spend: Decodable, Sendable {
    let todayUSD: Double
  }

  struct Plan: Decodable, Sendable {
    let name: String
    let allowance: Int?
    let period: String?
    let left: Int?
    let renewsAt: Date?
  }

  let schema: String
  let running: Bool
  let pid: Int?
  let paused: String?
  let counts: [String: Int]
  let inHand: [InHand]
  let waiting: [Waiting]
  let notes: [String]
  let health: [Health]
  let spend: Spend
  let plan: Plan
  let inbox: [String]

  func count(_ state: String) -> Int { counts[state] ?? 0 }
}

/// A scan as `history`, `scan` and `show` print it.
struct ScanEntry: Decodable, Sendable {
  let id: Int
  let photo: String
  let state: String
  let artistName: String?
  let albumTitle: String?
  let releaseYear: String?
  let confidence: String?
  let rating: Double?
  let review: String?
  let artwork: String?
  let bundle: String?
  let reason: String?
  let hint: String?
}

/// What `history` and `scan` print.
struct ScansDocument: Decodable, Sendable {
  let schema: String
  let scans: [ScanEntry]
}

/// What `costs` prints.
struct CostsDocument: Decodable, Sendable {
  struct Line: Decodable, Sendable {
    let name: String
    let calls: Int
    let searches: Int
    let usd: Double
  }

  struct Prices: Decodable, Sendable {
    struct Model: Decodable, Sendable {
      let name: String
      let inputUSD: Double?
    }

    struct Warning: Decodable, Sendable {
      let code: String
    }

    let models: [Model]
    let warnings: [Warning]
  }

  let groups: [String: [Line]]
  let prices: Prices
}

extension TestHome {
  func costs() async throws -> CostsDocument { try await ctl("costs", "--json").decoded() }

  func status() async throws -> StatusDocument { try await ctl("status", "--json").decoded() }

  /// Newest first.
  func history(_ options: String...) async throws -> [ScanEntry] {
    try await ctl(["history", "--limit", "0", "--json"] + options).decoded(as: ScansDocument.self).scans
  }

  /// The newest scan of a photo, once it is in a state, and its review is written unless that waits for something.
  @discardableResult
  func scan(ofPhoto name: String, in state: String) async throws -> ScanEntry {
    try await awaited("\(name) to be \(state)") {
      if state == "done", try await isReviewExpected(ofPhoto: name) { return nil }
      return try await history().first { $0.photo == name && $0.state == state }
    }
  }

  /// The scan's place in `waiting[]` of the status, once it is held for something.
  @discardableResult
  func held(
    _ name: String, by holder: String? = nil, within limit: Duration = .seconds(150)
  ) async throws -> StatusDocument.Waiting {
    try await awaited("\(name) to be held", within: limit) {
      try await status().waiting.first {
        $0.photo == name && $0.reason != nil && (holder == nil || $0.heldBy == holder)
      }
    }
  }
}
