package import MPD

/// Moves the outputs of MPD's default partition to AlbumScan's own while a disc is in. An output belongs to one
/// partition at a time, and without one nothing is heard.
///
/// MPD 0.23 can't handle taking an output from a playing player: the player stalls, pausing it hangs all of MPD, and
/// MPD can't exit. So a player is paused before its outputs are moved.
package struct OutputLoan: Sendable {
  /// What is lent, for whoever gives it back.
  package struct Lent: Codable, Equatable, Sendable {
    /// By their names.
    package var outputs: [String] = []
    /// The player of the default partition was paused for it.
    package var isFromPlaying = false

    package init(outputs: [String] = [], isFromPlaying: Bool = false) {
      self.outputs = outputs
      self.isFromPlaying = isFromPlaying
    }
  }

  private let own: MPDSession
  private let common: MPDSession

  /// - Parameters:
  ///   - own: in the partition in which discs are played.
  ///   - common: in the default one.
  package init(from common: MPDSession, to own: MPDSession) {
    self.own = own
    self.common = common
  }

  /// What has to be moved so that something is heard.
  /// - Parameter lent: what was moved before. MPD writes down of an output that is lent that it is switched off, and has it
  ///   so, in its default partition, when it starts again.
  static func wanted(own: [AudioOutput], common: [AudioOutput], lent: [String] = []) -> [String] {
    guard own.allSatisfy(\.isDummy) else { return [] }
    return common.filter { !$0.isDummy && ($0.isEnabled || lent.contains($0.name)) }.map(\.name)
  }

  /// What is to be lent beside what was lent before; nothing is moved yet.
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

  /// What was heard before continues.
  func giveBack(_ lent: Lent) async throws(MPDError) {
    guard !lent.outputs.isEmpty else { return }
    if try await own.status().state == .play { try await own.carryOut([.pause]) }
    for name in lent.outputs {
      do throws(MPDError) { try await common.takeOutput(name) } catch {
        // It is gone: no longer ours to give.
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
