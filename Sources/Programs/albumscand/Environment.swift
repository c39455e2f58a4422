internal import Foundation

/// The environment variables of this process.
enum Environment {
  static var current: [String: String] { ProcessInfo.processInfo.environment }
}
