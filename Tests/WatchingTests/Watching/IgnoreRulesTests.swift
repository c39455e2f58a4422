import SystemPackage
import TestSupport
import Testing
import Watching

@Suite struct IgnoreRulesTests {
  private func ignores(_ path: FilePath, isFolder: Bool = false, globs: [String] = []) -> Bool {
    IgnoreRules(globs: globs).rule(
      ignoring: FilePath("/home/a/inbox").pushing(path), below: "/home/a/inbox", isFolder: isFolder)
      != nil
  }

  @Test(arguments: [
    ".syncthing.IMG_1.jpg.tmp", "~syncthing~IMG_1.jpg.tmp", ".stignore",
    "IMG.sync-conflict-20261121-140322-ABCDEFG.jpg",
    "IMG (conflicted copy 2026-11-21 140322).jpg", "IMG (Anna's conflicted copy 2026-11-21).jpg",
    ".ocTransferId123456.part", "IMG.jpg.part", "IMG.jpg.filepart", "IMG.jpg.tacitpart", "IMG.jpg.partial",
    "IMG.jpg.x7.partial~", ".IMG.jpg.Xa3bQ9", "IMG.jpg.crdownload", "IMG.JPG.CRDOWNLOAD", "IMG.jpg.opdownload", "x.tmp",
    ".~lock.x.odt#", "~$x.docx", "._IMG.jpg", ".DS_Store", ".hidden.jpg", "IMG.jpg~", "#IMG.jpg#", ".IMG.jpg.swp",
    "Thumbs.db", "thumbs.DB", "desktop.ini", "IMG_1.AAE", "IMG_1.xmp", "MVI_1.THM", "sub/deeper/.DS_Store",
    ".albumscan-3k2.tmp", "IMG_9.JPG.supplemental-metadata.json", "IMG_9.JPG.supplemental-meta.json",
    "IMG_9.jpg.json", "IMG_9.jpg(1).json", "metadata.json", "index.html", "archive_browser.html", "IMG_9.jpg.pp3",
    "IMG_9.jpg.out.pp3", "IMG_9.NKSC", "IMG_9.JPG.dop", "sync.ffs_db", ".sync.ffs_db", "sync.ffs_lock",
    ".sync_0b1e.db-wal",
    ".nextcloudsync.log", "_file_state._gs", "IMG_9.jpg.!sync", "IMG_9.jpg.nextcloud", "IMG_9.jpg.rsls",
    "IMG_9.jpg.upload", "IMG_9.jpg.temp", "IMG_9.jpg.incomplete", ".trashed-1700000000-IMG_9.jpg",
    ".pending-1700000000-IMG_9.jpg", "IMG_9.JPG@SynoEAStream", "digikam4.db", "Picasa.ini", "GX010001.LRV", "Icon\r",
    "IMG_9.jpg_original",
    "seafile-ignore.txt", "IMG_9.Conflict.jpg", "IMG_9 (SFConflict ann@example.org 2026-11-21-10-11-12).jpg",
    "IMG_9-desk-safeBackup-0001.jpg", "IMG_9 [conflicted].jpg", "IMG_9 (case clash from ann).jpg",
  ])
  func `leftovers and half-written files of other programs are left alone`(name: String) {
    #expect(ignores(FilePath(name)))
  }

  @Test(arguments: [
    ".stfolder", ".stversions", "@eaDir", "__MACOSX", "a/b/@eaDir", "lost+found", "$RECYCLE.BIN", ".git",
    "_gsdata_", "@Recycle", "#recycle", "$Recycle.Bin", "RECYCLER", "@RecycleBin", "Recycle Bin", "~snapshot",
    ".Trash-1000", ".Trash",
    ".sync",
    ".SyncArchive", "@Recently-Snapshot", "#snapshot", ".dropbox.cache", "Network Trash Folder", ".recycle",
    "CaptureOne", "found.000",
  ])
  func `folders of other programs are not entered`(name: String) {
    #expect(ignores(FilePath(name), isFolder: true))
  }

  @Test(arguments: [
    "IMG_1.jpg", "IMG_1.HEIC", "notes.txt", "film.mp4", "json.jpg", "conflict.jpg", "index.jpg", "no extension",
    "a~b.jpg", "part.jpg", "tmp.jpg",
    "#1 Record.jpg", "syncthing.jpg", "download.jpg", "copy of conflicted.jpg", "50% (off).jpg", "$.jpg", "[x].jpg",
    "IMG.sync-conflict.jpg", "sub/IMG.jpg", "坂本龍一.jpg",
  ])
  func `everything else is looked at, and so given a result or a reason`(name: String) {
    #expect(!ignores(FilePath(name)))
  }

  @Test func `only what lies below the inbox is judged, not the way to it`() {
    let rules = IgnoreRules()
    #expect(rules.rule(ignoring: "/home/.sync/inbox/a.jpg", below: "/home/.sync/inbox", isFolder: false) == nil)
    #expect(rules.rule(ignoring: "/home/.sync/inbox", below: "/home/.sync/inbox", isFolder: true) == nil)
  }

  @Test func `a name that isn't UTF-8 is judged by its bytes`() throws {
    let hidden = try name([0x2E, 0xFF, 0x61])
    let temporary = try name([0xFF, 0xFE] + Array(".part".utf8))
    let photo = try name([0x61, 0xFF] + Array(".jpg".utf8))
    #expect(ignores(hidden))
    #expect(ignores(temporary))
    #expect(!ignores(photo))
    #expect(ignores(photo, globs: ["a?.jpg"]))
  }

  @Test(arguments: [
    ("*.raw", "IMG.RAW", true), ("*.raw", "sub/IMG.raw", true), ("*.raw", "raw.jpg", false),
    ("IMG_[0-9]*", "IMG_1.jpg", true), ("IMG_[!0-9]*", "IMG_1.jpg", false), ("[]]x", "]x", true), ("[x", "[x", true),
    ("a?c", "abc", true), ("a?c", "aéc", true), ("a?c", "ac", false), ("*a*b*c*", "xxaxxbxxc", true),
    ("*a*b*c*", "cba", false), ("backs/*.jpg", "backs/1.jpg", true), ("backs/*.jpg", "a/backs/1.jpg", false),
    ("backs/*.jpg", "backs/a/1.jpg", false), ("**/backs/*", "a/b/backs/1.jpg", true),
    ("**/backs/*", "backs/1.jpg", true),
    ("backs/**", "backs/a/b.jpg", true), ("/backs/*", "backs/1.jpg", true), ("", "x", false), ("*", "x", true),
  ])
  func `the user's own patterns hold too`(glob: String, path: String, isIgnored: Bool) {
    #expect(ignores(FilePath(path), globs: [glob]) == isIgnored)
  }

  @Test func `a pattern made to take for ever doesn't`() {
    let glob = String(repeating: "*a", count: 60) + "b"
    #expect(!ignores(FilePath(String(repeating: "a", count: 250)), globs: [glob]))
  }

  @Test func `a folder of ours inside an inbox is not entered`() {
    let rules = IgnoreRules(excluding: ["/home/a/AlbumScan/done/"])
    #expect(rules.rule(ignoring: "/home/a/AlbumScan/done", below: "/home/a/AlbumScan", isFolder: true) != nil)
    #expect(rules.rule(ignoring: "/home/a/AlbumScan/inbox", below: "/home/a/AlbumScan", isFolder: true) == nil)
  }

  @Test func `every rule has a reason to show`() {
    #expect(IgnoreRules.builtIn.count > 100)
    for rule in IgnoreRules.builtIn { #expect(!rule.reason.isEmpty && !rule.glob.pattern.isEmpty) }
  }

  private func name(_ bytes: [UInt8]) throws -> FilePath {
    try #require(
      (bytes + [0]).map(CChar.init(bitPattern:)).withUnsafeBufferPointer {
        $0.baseAddress.map { FilePath(platformString: $0) }
      })
  }
}
