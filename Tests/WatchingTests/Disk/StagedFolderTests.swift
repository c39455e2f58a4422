import Disk
import Glibc
import SystemPackage
import TestSupport
import Testing

/// What AlbumScan puts into such a folder, for these tests.
private let isOurs: @Sendable (String) -> Bool = { ["album.json", "artwork.jpg", "index.html"].contains($0) }

@Suite struct StagedFolderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func visible() -> [String] { folder.names().filter { !$0.hasPrefix(".") } }

  @Test func `nothing is to be seen until it is committed, then all of it`() throws {
    var staged = try StagedFolder(in: folder.path, isOurs: isOurs)
    try staged.add("album.json", "{}".utf8)
    try staged.add("index.html", "<html>".utf8)
    #expect(visible() == [])
    let name = try staged.commit(as: PathName("IMG Radiohead - OK Computer"))
    #expect(name == "IMG Radiohead - OK Computer")
    #expect(folder.names() == [name])
    #expect(folder.names(in: name) == ["album.json", "index.html"])
    #expect(try folder.read("\(name)/album.json") == Array("{}".utf8))
  }

  @Test func `a name that is taken gets a number`() throws {
    for expected in ["Blue", "Blue 2", "Blue 3"] {
      var staged = try StagedFolder(in: folder.path, isOurs: isOurs)
      try staged.add("album.json", expected.utf8)
      #expect(try staged.commit(as: PathName("Blue")) == expected)
    }
    #expect(try folder.read("Blue/album.json") == Array("Blue".utf8))
    #expect(try folder.read("Blue 3/album.json") == Array("Blue 3".utf8))
  }

  @Test func `a name that differs from another in case or composition alone gets a number`() throws {
    // One that somebody made, as a Mac would write it.
    try folder.makeFolder("Cafe\u{301}")
    for (name, expected) in [("CAFÉ", "CAFÉ 2"), ("café", "café 3"), ("Straße", "Straße"), ("STRASSE", "STRASSE 2")] {
      #expect(try StagedFolder(in: folder.path, isOurs: isOurs).commit(as: PathName(name)) == expected)
    }
  }

  @Test func `a file in the way counts as a name that is taken, and so does an empty folder`() throws {
    try folder.write("mine".utf8, to: "Blue")
    try folder.makeFolder("Blue 2")
    #expect(try StagedFolder(in: folder.path, isOurs: isOurs).commit(as: PathName("Blue")) == "Blue 3")
    #expect(try folder.read("Blue") == Array("mine".utf8))
  }

  @Test func `a number doesn't make the name longer than it may be, nor cuts a letter in two`() throws {
    let long = String(repeating: "é", count: 150)
    let first = try StagedFolder(in: folder.path, isOurs: isOurs).commit(as: PathName(long))
    let second = try StagedFolder(in: folder.path, isOurs: isOurs).commit(as: PathName(long))
    #expect(first.utf8.count == 200)
    #expect(second.utf8.count <= 200)
    #expect(second.hasSuffix("é 2"))
    #expect(!second.contains("\u{FFFD}"))
  }

  @Test func `a hostile name stays inside the folder`() throws {
    let name = try StagedFolder(in: folder.path, isOurs: isOurs).commit(as: PathName("../../etc/passwd\u{0}"))
    #expect(folder.names() == [name])
  }

  @Test func `one that is given up leaves nothing`() throws {
    do {
      var staged = try StagedFolder(in: folder.path, isOurs: isOurs)
      try staged.add("album.json", "{}".utf8)
    }
    #expect(folder.names() == [])
  }

  @Test(arguments: ["", ".", "..", "a/b", "/etc/passwd"])
  func `a file's name can't lead elsewhere`(name: String) throws {
    var staged = try StagedFolder(in: folder.path, isOurs: isOurs)
    #expect(throws: DiskError.self) { try staged.add(name, "x".utf8) }
  }

  @Test func `a replacement takes the place of the old folder, and nothing of the old stays`() throws {
    try folder.makeFolder("Blue")
    try folder.write("old".utf8, to: "Blue/album.json")
    try folder.write("old".utf8, to: "Blue/artwork.jpg")
    var staged = try StagedFolder(in: folder.path, isOurs: isOurs)
    try staged.add("album.json", "new".utf8)
    try staged.replace("Blue")
    #expect(folder.names() == ["Blue"])
    #expect(folder.names(in: "Blue") == ["album.json"])
    #expect(try folder.read("Blue/album.json") == Array("new".utf8))
  }

  @Test func `what a person has put into the old folder is carried over`() throws {
    try folder.makeFolder("Blue/scans")
    try folder.write("mine".utf8, to: "Blue/notes.txt")
    try folder.write("mine too".utf8, to: "Blue/scans/back.jpg")
    try folder.write("old".utf8, to: "Blue/album.json")
    var staged = try StagedFolder(in: folder.path, isOurs: isOurs)
    try staged.add("album.json", "new".utf8)
    try staged.replace("Blue")
    #expect(folder.names() == ["Blue"])
    #expect(try folder.read("Blue/album.json") == Array("new".utf8))
    #expect(try folder.read("Blue/notes.txt") == Array("mine".utf8))
    #expect(try folder.read("Blue/scans/back.jpg") == Array("mine too".utf8))
  }

  @Test func `what a person put there under a temporary name's folder is kept when the old one is removed`() throws {
    try folder.makeFolder(".albumscan-3k2.tmp")
    try folder.write("mine".utf8, to: ".albumscan-3k2.tmp/notes.txt")
    try folder.write("old".utf8, to: ".albumscan-3k2.tmp/album.json")
    try StagedFolder.sweep(in: folder.path, isOurs: isOurs)
    #expect(folder.names() == ["notes.txt"])
    #expect(try folder.read("notes.txt") == Array("mine".utf8))
  }

  @Test func `a folder that was deleted is not brought back by a replacement`() throws {
    var staged = try StagedFolder(in: folder.path, isOurs: isOurs)
    try staged.add("album.json", "new".utf8)
    do {
      try staged.replace("Blue")
      Issue.record("there is nothing to replace")
    } catch {
      #expect(error.isMissing)
    }
    #expect(folder.names() == [])
  }

  @Test func `a sweep removes what a crash left, and nothing else`() throws {
    try folder.makeFolder(".albumscan-3k2.tmp")
    try folder.write("half".utf8, to: ".albumscan-3k2.tmp/album.json")
    try folder.write("half".utf8, to: ".albumscan-x.tmp")
    try folder.makeFolder("Blue")
    try folder.write("".utf8, to: ".stfolder")
    try folder.write("".utf8, to: "album.tmp")
    #expect(try StagedFolder.sweep(in: folder.path, isOurs: isOurs) == 2)
    #expect(folder.names() == [".stfolder", "Blue", "album.tmp"])
  }

  @Test func `a sweep keeps the folders that a person had put into a bundle`() throws {
    try folder.makeFolder(".albumscan-3k2.tmp/Scans of the sleeve")
    try folder.write("mine".utf8, to: ".albumscan-3k2.tmp/Scans of the sleeve/back.png")
    try folder.makeFolder("Scans of the sleeve")
    #expect(try StagedFolder.sweep(in: folder.path, isOurs: isOurs) == 1)
    #expect(folder.names() == ["Scans of the sleeve", "Scans of the sleeve 2"])
    #expect(try folder.read("Scans of the sleeve 2/back.png") == Array("mine".utf8))
  }

  @Test func `a sweep leaves alone what is being built now`() throws {
    var staged = try StagedFolder(in: folder.path, isOurs: isOurs)
    #expect(try StagedFolder.sweep(in: folder.path, isOurs: isOurs) == 0)
    try staged.add("album.json", "{}".utf8)
    #expect(try staged.commit(as: PathName("Blue")) == "Blue")
  }

  @Test func `a sweep gives a folder its name back when its replacement never came`() throws {
    try folder.makeFolder(".albumscan-old-Blue")
    try folder.write("old".utf8, to: ".albumscan-old-Blue/album.json")
    try folder.makeFolder(".albumscan-old-Red")
    try folder.makeFolder("Red")
    try StagedFolder.sweep(in: folder.path, isOurs: isOurs)
    #expect(folder.names() == ["Blue", "Red"])
    #expect(try folder.read("Blue/album.json") == Array("old".utf8))
  }

  @Test func `folders committed at the same time all get names of their own`() async throws {
    let path = folder.path
    let names = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { try StagedFolder(in: path, isOurs: isOurs).commit(as: PathName("Blue")) } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(names.count == 20)
    #expect(Set(folder.names()) == names)
  }

  @Test func `nor do those committed at the same time differ in case alone`() async throws {
    let path = folder.path
    let names = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<20 {
        group.addTask {
          try StagedFolder(in: path, isOurs: isOurs).commit(as: PathName(number.isMultiple(of: 2) ? "BLUE" : "blue"))
        }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1.lowercased()) }
    }
    #expect(names.count == 20)
  }
}
