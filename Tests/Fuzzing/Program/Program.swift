import CFuzzDriver
import Foundation

/// Has libFuzzer try bytes on one entry to the code that reads what strangers wrote: `albumscan-fuzz TARGET [OPTION…] DIR`.
/// `albumscan-fuzz` alone lists the targets, `albumscan-fuzz TARGET --seeds DIR` writes what to begin with.
@main
enum Program {
  /// A C function can't be given it.
  nonisolated(unsafe) private static var target = Target.jpeg

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else { return print(Target.allCases.map(\.rawValue).joined(separator: "\n")) }
    guard let target = Target(rawValue: arguments[1]) else { exit(64) }
    self.target = target
    if arguments.count == 4, arguments[2] == "--seeds" {
      for (number, seed) in try target.seeds().enumerated() {
        try Data(seed).write(to: URL(fileURLWithPath: arguments[3]).appendingPathComponent("\(target)-\(number)"))
      }
      return
    }
    var rest = ([arguments[0]] + arguments.dropFirst(2)).map { strdup($0) }
    rest.append(nil)
    var count = Int32(rest.count - 1)
    let result = rest.withUnsafeMutableBufferPointer { rest in
      var start = rest.baseAddress
      return LLVMFuzzerRunDriver(&count, &start) { bytes, count in
        Program.target.read(UnsafeRawBufferPointer(start: bytes, count: count))
        return 0
      }
    }
    exit(result)
  }
}
