import DrawnCovers
import Foundation
import Glibc
import ImagingClient
import ImagingProtocol
import SystemPackage
import TestSupport
import Testing

@Suite struct PrintedTextTests {
  private static let imaging = ImagingClient(program: BuiltProgram.imaging, width: 2, deadline: .seconds(60))
  /// Who has no models hasn't run `scripts/setup`; where everything must be tested, that is a failure.
  static let areModelsThere = imaging.canRead || ProcessInfo.processInfo.environment["CI"] == "true"

  private static func sleeve() throws -> Data {
    let canvas = Canvas(width: 1024, height: 1024, color: Color(0x203A43))
    let typeface = try Typeface(.boldSans)
    try typeface.draw("HARBOR LIGHTS", on: canvas, x: 80, y: 200, size: 90, color: Color(0xF4E9D8))
    try typeface.draw("Songs of Winter", on: canvas, x: 80, y: 800, size: 60, color: Color(0xF4E9D8))
    return try canvas.jpeg(quality: 90)
  }

  @Test(.enabled(if: areModelsThere))
  func `a picture's text is read behind the wall`() async throws {
    let lines = try await Self.imaging.read(try Self.sleeve())
    #expect(
      lines.map { $0.text.filter { !$0.isWhitespace } } == ["HARBORLIGHTS", "SongsofWinter"])
    for line in lines {
      #expect(line.confidence > 0.8 && line.confidence <= 1)
      #expect(line.contrast > 0.3 && line.contrast <= 1)
      #expect(line.corners.count == 4)
      #expect(line.corners.allSatisfy { 0...1 ~= $0.x && 0...1 ~= $0.y })
    }
    let artist = try #require(lines.first?.corners)
    #expect(abs(artist[0].x - 0.08) < 0.05 && artist[0].y < artist[3].y)
    #expect(artist[2].y < 0.3)
  }

  @Test(.enabled(if: areModelsThere))
  func `what is no picture is refused as any other`() async throws {
    await #expect(throws: ImagingClientError.emptyFile) { try await Self.imaging.read(Data()) }
    await #expect(throws: ImagingClientError.notAnImage) { try await Self.imaging.read(Data("no picture".utf8)) }
  }

  @Test func `a program without models says where they belong`() async throws {
    let folder = try TemporaryFolder()
    let program = folder.appending("usr/bin/albumscan-imaging")
    try FileManager.default.createDirectory(
      atPath: program.removingLastComponent().string, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: BuiltProgram.imaging.string, toPath: program.string)
    let imaging = ImagingClient(program: program, width: 1)
    #expect(!imaging.canRead)
    let expected = try #require(realpath(folder.appending("usr").string, nil))
    defer { free(expected) }
    await #expect(
      throws: ImagingClientError.modelsMissing("\(String(cString: expected))/share/albumscan/reading")
    ) { try await imaging.read(Data([1])) }
  }

  @Test func `models that are none are named, and no picture is blamed`() async throws {
    let folder = try TemporaryFolder()
    let program = folder.appending("usr/bin/albumscan-imaging")
    let models = folder.appending("usr/share/albumscan/reading")
    for path in [program.removingLastComponent(), models] {
      try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
    }
    try FileManager.default.copyItem(atPath: BuiltProgram.imaging.string, toPath: program.string)
    for name in ["detection.weights", "recognition.weights", "characters.txt"] {
      try Data("none".utf8).write(to: URL(filePath: models.appending(name).string))
    }
    let imaging = ImagingClient(program: program, width: 1, deadline: .seconds(60))
    #expect(imaging.canRead)
    let sleeve = try Self.sleeve()
    do throws(ImagingClientError) {
      _ = try await imaging.read(sleeve)
      Issue.record("read without models")
    } catch {
      guard case .modelsUnusable = error else {
        Issue.record("\(error)")
        return
      }
      #expect(error.cure != nil)
    }
  }
}
