import Glibc
import Setup
import SystemPackage
import TestSupport
import Testing

@Suite struct PhotoFateTests {
  @Test(
    arguments: [
      ("/home/ann/AlbumScan/inbox", "/home/ann/AlbumScan/inbox/.stfolder", PhotoFate.keep),
      ("/home/ann/Sync/phone/inbox", "/home/ann/Sync/.stfolder", .keep),
      ("/home/ann/AlbumScan/inbox/phone/2026", "/home/ann/AlbumScan/inbox/phone/.stfolder", .keep),
      ("/home/ann/AlbumScan/inbox", "/home/ann/Sync/.stfolder", .move),
      ("/home/ann/AlbumScan/inbox", "/home/ann/.stfolder", .move),
      ("/home/ann/AlbumScan/inbox", "/home/.stfolder", .move),
      ("/srv/sync/inbox", "/srv/sync/.stfolder", .keep),
      ("/srv/inbox", "/.stfolder", .move),
    ] as [(FilePath, FilePath, PhotoFate)])
  func `auto keeps photos in a sync folder and moves them elsewhere`(inbox: FilePath, mark: FilePath, fate: PhotoFate) {
    #expect(PhotoFate.automatic(forFolder: inbox, home: "/home/ann") { $0 == mark } == fate)
  }

  @Test func `an inbox that is a link into a sync folder counts as lying there`() throws {
    let home = try TemporaryFolder()
    try home.makeFolder("Sync/camera")
    try home.makeFolder("Sync/.stfolder")
    try home.makeFolder("AlbumScan")
    let inbox = home.appending("AlbumScan").appending("inbox")
    let auto = try understood().settings
    #expect(auto.fate(ofPhotosIn: inbox, home: home.path) == .move)
    try symlink("../Sync/camera", at: inbox)
    #expect(auto.fate(ofPhotosIn: inbox, home: home.path) == .keep)
    let chosen = try understood("photos: {afterwards: delete}").settings
    #expect(chosen.fate(ofPhotosIn: inbox, home: home.path) == .delete)
  }

  private func symlink(_ target: String, at path: FilePath) throws {
    guard Glibc.symlink(target, path.string) == 0 else { throw Errno(rawValue: errno) }
  }
}
