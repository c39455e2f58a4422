import Disk
import Glibc
import SystemPackage
import TestSupport
import Testing

/// Everything that Disk does, with a symbolic link in the place of a folder on the way, and in the place of the name
/// itself.
@Suite struct LinkTests {
  let folder: TemporaryFolder
  let outside: FilePath

  init() throws {
    folder = try TemporaryFolder()
    outside = folder.appending("outside")
    for name in ["outside/month", "done", "inbox"] { try folder.makeFolder(name) }
    for name in ["outside/album.json", "outside/photo.jpg", "outside/month/photo.jpg", "inbox/own.jpg"] {
      try folder.write(name.utf8, to: name)
    }
    try link("../outside", at: "done/bundle")
    try link("../outside/photo.jpg", at: "inbox/photo.jpg")
  }

  private func link(_ target: String, at name: String) throws {
    let result = folder.appending(name).withPlatformString { symlink(target, $0) }
    guard result == 0 else { throw Errno(rawValue: errno) }
  }

  private func expectNothingWasTouched() throws {
    #expect(folder.names(in: "outside") == ["album.json", "month", "photo.jpg"])
    for name in ["outside/album.json", "outside/photo.jpg", "outside/month/photo.jpg"] {
      #expect(try folder.read(name) == Array(name.utf8))
    }
    #expect(Folder.isLink(folder.appending("done/bundle")))
  }

  private static let isOurs: @Sendable (String) -> Bool = { _ in true }

  private static let operations: [(name: String, act: @Sendable (FilePath, FilePath) throws -> Void)] = [
    ("list", { bundle, _ in _ = try Folder.names(in: bundle) }),
    ("make", { bundle, _ in try Folder.make(bundle.appending("new")) }),
    ("remove", { bundle, _ in try Folder.remove(bundle, only: isOurs) }),
    ("remove below", { bundle, _ in try Folder.remove(bundle.appending("month"), only: isOurs) }),
    ("flush", { bundle, _ in try Folder.flush(bundle) }),
    ("move into", { bundle, inbox in _ = try Folder.move(inbox, into: bundle, as: PathName("x")) }),
    (
      "move out of", { bundle, inbox in _ = try Folder.move(bundle.appending("month"), into: inbox, as: PathName("x")) }
    ),
    ("write", { bundle, _ in try DurableFile.write("new".utf8, to: bundle.appending("album.json")) }),
    ("update", { bundle, _ in try DurableFile.update("new".utf8, at: bundle.appending("album.json")) }),
    ("read", { bundle, _ in _ = try OpenFile.contents(of: bundle.appending("album.json"), upTo: 1_000) }),
    ("stage", { bundle, _ in _ = try StagedFolder(in: bundle, isOurs: isOurs) }),
    ("sweep", { bundle, _ in try StagedFolder.sweep(in: bundle, isOurs: isOurs) }),
    (
      "replace",
      { bundle, _ in
        var staged = try StagedFolder(in: bundle.removingLastComponent(), isOurs: isOurs)
        try staged.add("album.json", "new".utf8)
        try staged.replace("bundle")
      }
    ),
    ("open a photo", { bundle, _ in _ = try OpenedPhoto(bundle.appending("photo.jpg")) }),
    ("open a linked photo", { _, inbox in _ = try OpenedPhoto(inbox.appending("photo.jpg")) }),
    (
      "file a photo there",
      { bundle, inbox in
        _ = try PhotoFiling.move(from: inbox.appending("own.jpg"), toFolder: bundle.appending("month"))
      }
    ),
    (
      "file a photo from there",
      { bundle, inbox in
        _ = try PhotoFiling.move(from: bundle.appending("photo.jpg"), toFolder: inbox)
      }
    ),
    ("probe", { bundle, _ in try Folder.tryOut(bundle, bytes: 1) }),
    ("mark", { bundle, _ in _ = try CrashMarker(in: bundle) }),
    ("lock", { bundle, _ in _ = try ExclusiveLock(at: bundle.appending("lock")) }),
  ]

  @Test(arguments: operations.map(\.name)) func `no link is followed`(operation: String) throws {
    let act = try #require(Self.operations.first { $0.name == operation }).act
    #expect(throws: (any Error).self) { try act(folder.appending("done/bundle"), folder.appending("inbox")) }
    try expectNothingWasTouched()
    #expect(try folder.read("inbox/own.jpg") == Array("inbox/own.jpg".utf8))
  }

  @Test func `an error names the link, and how it is removed`() throws {
    let bundle = folder.appending("done/bundle")
    let error = #expect(throws: DiskError.self) { try DurableFile.write("x".utf8, to: bundle.appending("a/b")) }
    #expect(error?.isLink == true)
    #expect(error?.path == bundle)
    #expect(error?.description.contains("is a symbolic link") == true)
  }

  @Test func `a link in a file's place is replaced, and what it leads to stays`() throws {
    try link("../outside/album.json", at: "done/index.html")
    try DurableFile.update("page".utf8, at: folder.appending("done/index.html"))
    #expect(try folder.read("done/index.html") == Array("page".utf8))
    try expectNothingWasTouched()
  }

  @Test func `removing a folder removes links in it, and nothing that isn't ours`() throws {
    try folder.makeFolder("done/own/album.json")
    try folder.makeFolder("done/own/scans")
    try link("../../outside/album.json", at: "done/own/artwork.jpg")
    try link("../../outside", at: "done/own/notes")
    try folder.write("x".utf8, to: "done/own/index.html")
    let own = folder.appending("done/own")
    #expect(try !Folder.remove(own) { ["album.json", "artwork.jpg", "index.html"].contains($0) })
    #expect(folder.names(in: "done/own") == ["album.json", "notes", "scans"])
    try expectNothingWasTouched()
  }

  @Test func `parent folders in a path aren't followed either`() throws {
    let path = FilePath(folder.path.string + "/done/../outside/photo.jpg")
    #expect(throws: DiskError.self) { _ = try OpenedPhoto(path) }
  }

  @Test func `links that the user named are resolved as far as they exist`() throws {
    try link("done", at: "shortcut")
    try link("nowhere", at: "dangling")
    let named = folder.appending("shortcut/new/inbox")
    #expect(named.resolvingLinks == folder.appending("done/new/inbox"))
    #expect(folder.appending("inbox/photo.jpg").resolvingLinksAbove == folder.appending("inbox/photo.jpg"))
    #expect(folder.appending("dangling/inbox").resolvingLinks == folder.appending("dangling/inbox"))
  }

  @Test func `a file is read only up to a limit, and a pipe doesn't block`() throws {
    let large = folder.appending("done/large.json")
    try folder.write([], to: "done/large.json")
    #expect(truncate(large.string, 3 << 30) == 0)
    #expect(throws: DiskError.self) { try OpenFile.contents(of: large, upTo: 8 << 20) }
    #expect(mkfifo(folder.appending("done/pipe").string, 0o600) == 0)
    #expect(throws: DiskError.self) { try OpenFile.contents(of: folder.appending("done/pipe"), upTo: 8) }
    #expect(try OpenFile.contents(of: folder.appending("done/none"), upTo: 8) == nil)
  }
}
