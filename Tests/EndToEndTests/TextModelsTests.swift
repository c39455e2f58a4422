import Foundation
import SystemPackage
import TestSupport
import Testing

/// What `doctor` says of the models that text is read with.
@Suite struct TextModelsTests {
  @Test func `where the models for reading are, or what gets them, is said of any prefix`() async throws {
    try await withTestHome { home, _ in
      let programs = home.home.appending("prefix/bin")
      let models = home.home.appending("prefix/share/albumscan/reading")
      for folder in [programs, models] {
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
      }
      let ctl = programs.appending("albumscanctl")
      try FileManager.default.copyItem(atPath: BuiltProgram.ctl.string, toPath: ctl.string)
      func finding() async throws -> DoctorDocument.CheckResult? {
        let document: DoctorDocument = try await home.run(
          ctl, ["doctor", "--json", "--offline"], input: "", variables: [:]
        ).decoded()
        return document.findings.first { $0.code == "reading-models" }
      }
      let missing = try #require(try await finding())
      #expect(missing.verdict == "doubtful")
      #expect(missing.said.contains("/prefix/share/albumscan/reading"))
      #expect(missing.cure?.contains("make install") == true && missing.cureBy == "person")
      for name in ["detection.weights", "recognition.weights", "characters.txt"] {
        try Data("model".utf8).write(to: URL(filePath: models.appending(name).string))
      }
      let there = try #require(try await finding())
      #expect(there.verdict == "good" && there.cure == nil, "\(there)")
    }
  }
}
