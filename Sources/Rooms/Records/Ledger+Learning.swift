package import Albums
package import Foundation
internal import GRDB

/// A part of the user's collection as it was when its covers were learned.
package struct LearnedPart: Equatable, Sendable {
  /// Its path, as bytes.
  package var place: Data
  /// A fingerprint that changes with each of its files.
  package var fingerprint: String
  package var covers: [CoverID]
  /// What in it couldn't be learned.
  package var skips: [SkippedPart]

  package init(place: Data, fingerprint: String, covers: [CoverID], skips: [SkippedPart]) {
    self.place = place
    self.fingerprint = fingerprint
    self.covers = covers
    self.skips = skips
  }
}

/// What was learned from where, so that only changes are read again.
extension Ledger {
  /// The learned parts by place. Parts with a forgotten cover are left out, so that they are learned again.
  package func learnedParts() async throws -> [Data: LearnedPart] {
    try await read { db in
      let known = Set(try Int64.fetchAll(db, sql: "SELECT id FROM cover"))
      var parts: [Data: LearnedPart] = [:]
      for row in try Row.fetchAll(db, sql: "SELECT * FROM learned") {
        let part = try LearnedPart(row)
        if part.covers.allSatisfy({ known.contains($0.number) }) { parts[part.place] = part }
      }
      return parts
    }
  }

  /// Stores what was learned.
  /// - Returns: the library's covers that no part contains anymore.
  package func note(_ parts: [LearnedPart], now: Date) async throws -> [CoverID] {
    try await write { db in
      var former: Set<Int64> = []
      for part in parts {
        if let row = try Row.fetchOne(db, sql: "SELECT * FROM learned WHERE place = ?", arguments: [part.place]) {
          former.formUnion(try LearnedPart(row).covers.map(\.number))
        }
        try db.execute(
          sql: "INSERT OR REPLACE INTO learned (place, fingerprint, covers, skips, at) VALUES (?, ?, ?, ?, ?)",
          arguments: [
            part.place, part.fingerprint, try JSONText.encode(part.covers.map(\.number)),
            try JSONText.encode(part.skips), now.stamp,
          ])
      }
      return try former.sorted().filter { cover in
        try Bool.fetchOne(
          db,
          sql: """
            SELECT EXISTS (SELECT 1 FROM cover WHERE id = ?1 AND origin = 'library')
              AND NOT EXISTS (SELECT 1 FROM learned, json_each(learned.covers) WHERE json_each.value = ?1)
            """, arguments: [cover]) == true
      }.map(CoverID.init)
    }
  }
}

extension LearnedPart {
  fileprivate init(_ row: Row) throws {
    let covers: [Int64] = try JSONText.decode(row["covers"])
    self.init(
      place: row["place"], fingerprint: row["fingerprint"], covers: covers.map(CoverID.init),
      skips: try JSONText.decode(row["skips"]))
  }
}
