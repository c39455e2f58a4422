package import MPD

/// Moves the outputs of MPD's default partition to AlbumScan's own while a disc is loaded. An output belongs to one
/// partition at a time, and a partition without outputs can't be heard.
///
/// MPD 0.23 can't handle taking an output from a playing player: the player stalls, pausing it hangs all of MPD, and
/// MPD can't exit. So a player is paused before its outputs are moved.
package struct OutputLoan: Sendable {
  /// What was lent, so that it can be returned.
  package struct Lent: Codable, Equatable, Sendable {
    /// The outputs' names.
    package var outputs: [String] = []
    /// Whether the player of the default partition was paused for it.
    package var isFromPlaying = false
  }

  private let own: MPDSession
  private let common: MPDSession

  /// - Parameters:
  ///   - own: a session in the partition in which discs are played.
  ///   - common: a session in the default partition.
  package init(from common: MPDSession, to own: MPDSession) {
    self.own = own
    self.common = common
  }

  /// Which outputs have to be moved so that the disc can be heard.
  /// - Parameter lent: those that were moved before. MPD saves a lent output as switched off, and restores it that way
  ///   to its default partition.
  static func wanted(own: [AudioOutput], common: [AudioOutput], lent: [String] = []) -> [String] {
    guard own.allSatisfy(\.isDummy) else { return [] }
    return common.filter { !$0.isDummy && ($0.isEnabled || lent.contains($0.name)) }.map(\.name)
  }

  /// What has to be lent in addition to `lent`; nothing is moved yet.
  func terms(beside lent: Lent) async throws(MPDError) -> Lent {
    let names = Self.wanted(own: try await own.outputs(), common: try await common.outputs(), lent: lent.outputs)
    guard !names.isEmpty else { return Lent() }
    return Lent(outputs: names, isFromPlaying: try await common.status().state == .play)
  }

  func borrow(_ lent: Lent) async throws(MPDError) {
    guard !lent.outputs.isEmpty else { return }
    if lent.isFromPlaying { try await common.carryOut([.pause]) }
    for name in lent.outputs { try await own.takeOutput(name) }
    try await own.switchOn(lent.outputs)
  }

  /// Returns the outputs, and resumes what was playing before.
  func giveBack(_ lent: Lent) async throws(MPDError) {
    guard !lent.outputs.isEmpty else { return }
    if try await own.status().state == .play { try await own.carryOut([.pause]) }
    for name in lent.outputs {
      do throws(MPDError) { try await common.takeOutput(name) } catch {
        // The output no longer exists.
        guard case .refused = error else { throw error }
      }
    }
    try await common.switchOn(lent.outputs)
    if lent.isFromPlaying, try await common.status().state == .pause { try await common.carryOut([.continue]) }
  }
}

extension OutputLoan.Lent {
  func and(_ more: Self) -> Self {
    Self(
      outputs: outputs.filter { !more.outputs.contains($0) } + more.outputs,
      isFromPlaying: isFromPlaying || more.isFromPlaying)
  }
}
