internal import Foundation

/// The variables that this process was started with.
enum Environment {
  static var current: [String: String] { ProcessInfo.processInfo.environment }
}
