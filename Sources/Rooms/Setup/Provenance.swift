package import SystemPackage

/// Where a value comes from.
package enum Provenance: Equatable, Sendable, CustomStringConvertible {
  case standard
  /// The named plan presets it.
  case plan(String)
  case file(FilePath, line: Int)
  /// A file that holds this one value.
  case credential(FilePath)
  case environment(String)

  package var description: String {
    switch self {
    case .standard: "default"
    case .plan(let name): "plan \(name)"
    case .file(let path, let line): "\(path.string):\(line)"
    case .credential(let path): path.string
    case .environment(let name): "environment \(name)"
    }
  }
}
