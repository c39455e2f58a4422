import Foundation

/// How hard the suites try that try to break a promise: minutes in `make test`, hours in `make torture`.
enum Torture {
  /// Whether there is time for all of it.
  static let isFull = ProcessInfo.processInfo.environment["ALBUMSCAN_TORTURE"] == "full"

  /// What chance decides comes from here; the same number gives the same choices again.
  static let seed: UInt64 = {
    let given = ProcessInfo.processInfo.environment["ALBUMSCAN_TORTURE_SEED"].flatMap { UInt64($0) }
    let seed = given ?? .random(in: 0..<1_000_000)
    print("Chance begins with ALBUMSCAN_TORTURE_SEED=\(seed)")
    return seed
  }()

  /// With ALBUMSCAN_TORTURE_ONLY the case of that name alone: what failed is tried again without the hours of the others.
  static func chosen<Case>(_ cases: [Case]) -> [Case] {
    guard let only = ProcessInfo.processInfo.environment["ALBUMSCAN_TORTURE_ONLY"] else { return cases }
    return cases.filter { "\($0)" == only }
  }

  /// One of the two, by how much time there is.
  static func rounds(_ short: Int, full: Int) -> Int { isFull ? full : short }

  /// A line of what a suite has counted, for the person who reads the figures.
  static func report(_ line: String) { print("TORTURE \(line)") }
}
