/// The outside services, with their names in the journal, in `status`, and in the ledger.
package enum ServiceName: String, Codable, Sendable, CaseIterable {
  case anthropic, openai, compatible, musicbrainz, coverartarchive
}
