package import Albums
package import Foundation
internal import GRDB

/// A recorded call of a model.
package struct BookedCall: Equatable, Sendable {
  package enum Standing: String, Sendable {
    /// Sent, and booked at its worst case: nobody said what it cost.
    case reserved
    case settled
    /// Refused before any work was done: free.
    case released
  }

  package let at: Date
  package let step: String
  package let service: String
  package let model: String
  /// Of the prompt that it was asked with; nil for calls of earlier versions.
  package let prompt: Digest?
  package let standing: Standing
  package let usage: Usage
  package let cost: Money
  /// As it came; nil until it is settled, or without an answer.
  package let answer: Answer?
  /// The answer was of no use, or a person asked for another.
  package let isDropped: Bool
}

extension Ledger {
  /// The paid calls of a scan, in order.
  package func calls(of id: ScanID) async throws -> [AlbumDocument.Cost.Call] {
    try await bookedCalls(of: id).filter { $0.standing != .released }.map {
      AlbumDocument.Cost.Call(
        step: Step(rawValue: $0.step) ?? .reading, model: $0.model, usage: $0.usage, usd: $0.cost.dollars)
    }
  }

  /// All calls that were made for a scan, in order, free ones too.
  package func bookedCalls(of id: ScanID) async throws -> [BookedCall] {
    try await read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM expense WHERE scan = ? ORDER BY id", arguments: [id.number]).map { row in
        BookedCall(
          at: Date(stamp: row["at"]), step: row["step"], service: row["service"], model: row["model"],
          prompt: (row["prompt"] as String?).map(Digest.init(hex:)),
          standing: BookedCall.Standing(rawValue: row["state"]) ?? .reserved,
          usage: Usage(inputTokens: row["inputTokens"], outputTokens: row["outputTokens"], searches: row["searches"]),
          cost: Money(microdollars: row["microdollars"]),
          answer: try (row["answer"] as String?).map { try JSONText.decode($0) }, isDropped: row["dropped"])
      }
    }
  }
}
