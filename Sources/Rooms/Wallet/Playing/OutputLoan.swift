package import MPD

/// Gives a partition of one's own the outputs of MPD's default one, for as long as a disc is in: an output is in one
/// partition at a time, and without one nothing is heard.
package struct OutputLoan: Sendable {
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
  static func wanted(own: [AudioOutput], common: [AudioOutput]) -> [String] {
    guard own.allSatisfy(\.isDummy) else { return [] }
    return common.filter { $0.isEnabled && !$0.isDummy }.map(\.name)
  }

  /// - Returns: the names of the outputs that were moved.
  func borrow() async throws(MPDError) -> [String] {
    let names = Self.wanted(own: try await own.outputs(), common: try await common.outputs())
    for name in names { try await own.takeOutput(name) }
    return names
  }

  func giveBack(_ names: [String]) async throws(MPDError) {
    for name in names {
      do { try await common.takeOutput(name) } catch .refused {
        // It is gone, or somebody moved it elsewhere since: no longer ours to give.
      }
    }
  }
}
