import Albums
import Foundation
import Glibc
import Records
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline

@Suite struct IncomingPhotoTests {
  private let fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  @Test func `a file that was taken in is known again without being read`() async throws {
    let id = try await fixture.drop("IMG_1.jpg")
    let path = fixture.root.appending("inbox/IMG_1.jpg")
    #expect(try await fixture.receive(path) == .known(id))
    // Other bytes that look the same to the file system: whoever read them would take them for a new photo.
    var before = stat()
    #expect(path.withPlatformString { stat($0, &before) } == 0)
    try fixture.folder.write(Data(SamplePhoto.lanterns.reversed()), to: "inbox/IMG_1.jpg")
    let times = [before.st_atim, before.st_mtim]
    #expect(path.withPlatformString { utimensat(AT_FDCWD, $0, times, 0) } == 0)
    #expect(try await fixture.receive(path) == .known(id))
  }

  @Test func `a photo that gets its name while it is scanned has that name on its page`() async throws {
    let id = try await fixture.drop("upload-17")
    let (fixture, name) = (fixture, fixture.root.appending("inbox/IMG_1.jpg"))
    fixture.model.answers(
      .reading,
      Act.after(
        {
          do {
            try FileManager.default.moveItem(
              atPath: fixture.root.appending("inbox/upload-17").string, toPath: name.string)
            #expect(try await fixture.receive(name) == .known(id))
          } catch { Issue.record(error) }
        }, Act.says(CannedAnswers.identified())))
    fixture.tellAll()
    let scan = try await fixture.finish(id)
    #expect(scan.document?.photo.name == "IMG_1.jpg")
    #expect(scan.document?.photo.now == "originals/2026-11/IMG_1.jpg")
    #expect(fixture.bundles() == ["IMG_1 Marla Quist - Paper Lanterns"])
  }

  @Test func `what is no regular file is not opened`() async throws {
    try fixture.folder.makeFolder("inbox/folder.jpg")
    try FileManager.default.createSymbolicLink(
      atPath: fixture.root.appending("inbox/link.jpg").string, withDestinationPath: "/etc/hostname")
    #expect(mkfifo(fixture.root.appending("inbox/pipe.jpg").string, 0o600) == 0)
    for name in ["folder.jpg", "link.jpg", "pipe.jpg", "missing.jpg"] {
      if try await IncomingPhoto.open(fixture.root.appending("inbox/\(name)")) != nil {
        Issue.record("\(name) was opened")
      }
    }
  }

  @Test func `a name that is not UTF-8 goes the whole way`() async throws {
    let bytes: [CChar] = Array("IMG_".utf8CString.dropLast()) + [CChar(bitPattern: 0xE9), 0x2E, 0x6A, 0x70, 0x67, 0]
    let name = try #require(bytes.withUnsafeBufferPointer { $0.baseAddress.map { FilePath(platformString: $0) } })
    let path = fixture.root.appending("inbox").pushing(name)
    let file = try FileDescriptor.open(path, .writeOnly, options: [.create], permissions: .ownerReadWrite)
    _ = try file.closeAfter { try file.writeAll(SamplePhoto.lanterns) }
    guard case .accepted(let id) = try await fixture.receive(path) else {
      Issue.record("not accepted")
      return
    }
    fixture.tellAll()
    let scan = try await fixture.finish(id)
    #expect(scan.state == .done)
    #expect(FilePath(bytes: scan.path) == fixture.root.appending("originals/2026-11/IMG_\u{FFFD}.jpg"))
    #expect(fixture.bundles() == ["IMG_\u{FFFD} Marla Quist - Paper Lanterns"])
  }

  @Test(arguments: [[0x2F, 0xFF, 0xFE], Array("/ordinary/ümlaut".utf8)] as [[UInt8]])
  func `a path and its bytes are one`(bytes: [UInt8]) {
    #expect(Data(FilePath(bytes: Data(bytes))) == Data(bytes))
  }
}
