import DrawnCovers
import FoundationEssentials
import Subprocess
import SystemPackage
import TestSupport
import Testing

@Suite struct SecondThreadTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func reply(to job: String, about photo: FilePath, on cores: Substring) async throws -> [UInt8] {
    let file = try FileDescriptor.open(photo, .readOnly)
    defer { try? file.close() }
    let result = try await run(
      .name("taskset"), arguments: ["-c", String(cores), BuiltProgram.imaging.string, job],
      input: .fileDescriptor(file, closeAfterSpawningProcess: false), output: .bytes(limit: 4 << 20), error: .discarded)
    #expect(result.terminationStatus == .exited(0))
    return result.standardOutput
  }

  @Test(arguments: PrintedTextTests.areModelsThere ? ["study", "read"] : ["study"])
  func `one core answers the same as two`(job: String) async throws {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
    let cores = try #require(status.first { $0.hasPrefix("Cpus_allowed_list:") }).drop { !$0.isNumber }
    let photo = try folder.write(HeldPhoto(DrawnCollection.undertow, .stickered).jpeg(), to: "photo.jpg")
    let answer = try await reply(to: job, about: photo, on: cores.prefix(while: \.isNumber))
    #expect(answer.count > 100)
    #expect(try await reply(to: job, about: photo, on: cores) == answer)
  }
}
