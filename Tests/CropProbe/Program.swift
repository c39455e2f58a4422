import Foundation
import Imaging

/// Measures the crop against the middle square: on drawn photos, or on a folder of labelled ones as `albumscanctl eval`
/// reads it. Ends with 1 where a photo's crop is worse.
@main
enum Program {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let first = arguments.first, arguments.count <= 2 else {
      print("usage: crop-probe drawn [COVERS] | crop-probe DIR")
      exit(64)
    }
    let isDrawn = first == "drawn"
    let samples =
      try isDrawn ? Sample.drawn(arguments.last.flatMap { Int($0) } ?? 20) : Sample.labelled(URL(filePath: first))
    var groups: [String: [Measurement]] = [:]
    var order: [String] = []
    for sample in samples {
      if groups[sample.group] == nil { order.append(sample.group) }
      groups[sample.group, default: []].append(try Measurement(of: sample))
    }
    let all = order.flatMap { groups[$0] ?? [] }
    print("                photos  found  right   share of the cover in     pixels of the    worse")
    print("                                        middle  crop  at least    cover, times")
    for name in order { print(Measurement.row(name, groups[name] ?? [])) }
    print(Measurement.row("all", all))
    let worse = all.filter(\.isWorse)
    for measurement in worse { print("worse: \(measurement)") }
    exit(worse.isEmpty ? 0 : 1)
  }
}
