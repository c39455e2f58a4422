import Glibc
import SystemPackage
import TestSupport
import Testing
import Watching

@Suite struct InboxTests {
  let folder: TemporaryFolder
  let inbox: FilePath

  init() throws {
    folder = try TemporaryFolder()
    inbox = folder.appending("a/inbox")
  }

  private func removeAll(_ name: String) throws {
    for file in folder.names(in: name) {
      _ = folder.appending(name).appending(file).withPlatformString { unlink($0) }
    }
    guard folder.appending(name).withPlatformString({ rmdir($0) }) == 0 else { throw Errno(rawValue: errno) }
  }

  private func rename(_ from: FilePath, _ to: FilePath) throws {
    let result = from.withPlatformString { from in to.withPlatformString { Glibc.rename(from, $0) } }
    guard result == 0 else { throw Errno(rawValue: errno) }
  }

  @Test func `an inbox deleted with the folder above it is taken up when both are back`() async throws {
    try folder.makeFolder("a/inbox")
    let watch = try await Watch([inbox])
    try removeAll("a/inbox")
    try removeAll("a")
    try await watch.conditions.until { $0.contains(.inboxMissing(inbox)) }
    try folder.makeFolder("a/inbox")
    try folder.write(Samples.jpeg(), to: "a/inbox/1.jpg")
    try await watch.until([inbox.appending("1.jpg")])
  }

  @Test func `an inbox is taken up though the folder above it was replaced meanwhile`() async throws {
    try folder.makeFolder("a")
    let watch = try await Watch([inbox])
    try rename(folder.appending("a"), folder.appending("b"))
    try folder.makeFolder("a")
    // Whichever of the two the watcher sees, it must end up above the inbox that comes now.
    try folder.makeFolder("a/inbox")
    try folder.write(Samples.jpeg(), to: "a/inbox/1.jpg")
    try await watch.until([inbox.appending("1.jpg")])
  }

  @Test func `a symbolic link that takes the place of an inbox isn't followed`() async throws {
    try folder.makeFolder("a/inbox")
    try folder.makeFolder("private")
    let watch = try await Watch([inbox], reconcileEvery: .milliseconds(200))
    let link = folder.appending("a/link")
    #expect(link.withPlatformString { symlink("../private", $0) } == 0)
    try folder.write(Samples.jpeg(), to: "private/1.jpg")
    try rename(inbox, folder.appending("a/elsewhere"))
    try rename(link, inbox)
    try await watch.conditions.until { $0 == [.inboxMissing(inbox)] }
    // Back, it is watched again, and nothing of the other one has arrived.
    try rename(inbox, link)
    try folder.write(Samples.jpeg(), to: "a/elsewhere/2.jpg")
    try rename(folder.appending("a/elsewhere"), inbox)
    #expect(try await watch.until([inbox.appending("2.jpg")]).map(\.path) == [inbox.appending("2.jpg")])
  }

  @Test func `a folder that is swapped for a link while a photo arrives in it gives nothing`() async throws {
    try folder.makeFolder("a/inbox/sub")
    try folder.makeFolder("private")
    let watch = try await Watch([inbox], reconcileEvery: .milliseconds(200))
    let photo = Samples.jpeg()
    try folder.write(photo, to: "private/1.jpg")
    // Half of it: the watcher looks at it again and again.
    try folder.write(photo.prefix(photo.count / 2), to: "a/inbox/sub/1.jpg")
    let link = folder.appending("a/link")
    #expect(link.withPlatformString { symlink("../private", $0) } == 0)
    try rename(inbox.appending("sub"), folder.appending("a/sub"))
    try rename(link, inbox.appending("sub"))
    try folder.write(photo, to: "a/inbox/2.jpg")
    #expect(try await watch.until([inbox.appending("2.jpg")]).map(\.path) == [inbox.appending("2.jpg")])
  }

  @Test func `listing alone finds everything too`() async throws {
    try folder.makeFolder("a/inbox/sub")
    let watch = try await Watch([inbox], polling: .milliseconds(50))
    try folder.write(Samples.jpeg(), to: "a/inbox/sub/1.jpg")
    try await watch.until([inbox.appending("sub/1.jpg")])
    try folder.write(Samples.jpeg(dataBytes: 99), to: "a/inbox/sub/1.jpg")
    try await watch.arrivals.until { $0.last?.identity.size == Int64(Samples.jpeg(dataBytes: 99).count) }
    try removeAll("a/inbox/sub")
    try removeAll("a/inbox")
    try await watch.conditions.until { $0 == [.inboxMissing(inbox)] }
    try folder.makeFolder("a/inbox")
    try folder.write(Samples.jpeg(), to: "a/inbox/2.jpg")
    try await watch.until([inbox.appending("2.jpg")])
  }
}
