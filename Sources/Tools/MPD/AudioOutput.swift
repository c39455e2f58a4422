/// An audio output of an MPD partition.
package struct AudioOutput: Equatable, Sendable {
  /// In the partition that was asked.
  package let id: Int
  package let name: String
  package let isEnabled: Bool
  /// What stands in a partition for an output that was moved to another one.
  package let isDummy: Bool

  package init(id: Int = 0, name: String, isEnabled: Bool, isDummy: Bool) {
    self.id = id
    self.name = name
    self.isEnabled = isEnabled
    self.isDummy = isDummy
  }

  static func all(in reply: MPDReply) -> [AudioOutput] {
    var rest = reply.pairs[...]
    var outputs: [AudioOutput] = []
    while let start = rest.firstIndex(where: { $0.name == "outputid" }) {
      let behind = rest[(start + 1)...]
      let end = behind.firstIndex { $0.name == "outputid" } ?? behind.endIndex
      func value(_ name: String) -> String? { behind[..<end].first { $0.name == name }?.value }
      outputs.append(
        AudioOutput(
          id: Int(rest[start].value) ?? 0, name: value("outputname") ?? "", isEnabled: value("outputenabled") == "1",
          isDummy: value("plugin") == "dummy"))
      rest = rest[end...]
    }
    return outputs
  }
}
