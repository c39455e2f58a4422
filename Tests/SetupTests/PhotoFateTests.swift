import Albums
import Disk
import Glibc
import Setup
import SystemPackage
import TestSupport
import Testing

@Suite struct PhotoFateTests {
  @Test(
    arguments: [
      ("/home/ann/AlbumScan/inbox", "/home/ann/AlbumScan/inbox/.stfolder", true),
      ("/home/ann/Sync/phone/inbox", "/home/ann/Sync/.stfolder", true),
      ("/home/ann/AlbumScan/inbox/phone/2026", "/home/ann/AlbumScan/inbox/phone/.stfolder", true),
      ("/home/ann/AlbumScan/inbox", "/home/ann/Sync/.stfolder", false),
      ("/home/ann/AlbumScan/inbox", "/home/ann/.stfolder", false),
      ("/home/ann/AlbumScan/inbox", "/home/ann/.dropbox", false),
      ("/home/ann/AlbumScan/inbox", "/home/.stfolder", false),
      ("/srv/sync/inbox", "/srv/sync/.stfolder", true),
      ("/srv/inbox", "/.stfolder", false),
    ] as [(FilePath, FilePath, Bool)])
  func `a marker counts in the inbox and above it, below the home folder`(inbox: FilePath, mark: FilePath, counts: Bool)
  {
    #expect((sign(of: inbox, with: [mark]) != nil) == counts)
  }

  @Test(
    arguments: [
      (".stfolder", "Syncthing"), (".sync_0b1e2f3a4c5d.db", "Nextcloud or ownCloud"),
      ("._sync_0b1e2f3a4c5d.db", "Nextcloud or ownCloud"), (".sync_journal.db", "Nextcloud or ownCloud"),
      (".nextcloudsync.log", "Nextcloud or ownCloud"), (".owncloudsync.log", "Nextcloud or ownCloud"),
      (".owncloudsync.log.1", "Nextcloud or ownCloud"), (".dropbox", "Dropbox"), (".dropbox.cache", "Dropbox"),
      (".maestral.cache", "Dropbox"), (".sync", "Resilio Sync"), (".SyncArchive", "Resilio Sync"),
      (".seafile-data", "Seafile"), (".tmp.drivedownload", "Google Drive"), (".insync-trash", "Insync"),
      (".849C9593-D756-4E56-8D6E-42412F2A707B", "OneDrive"), (".megaignore", "MEGA"),
      (".SynologyWorkingDirectory", "Synology Drive"), ("RCLONE_TEST", "rclone"), ("sync.ffs_db", "FreeFileSync"),
      ("_gsdata_", "GoodSync"),
    ])
  func `the markers of sync programs are known`(name: String, program: String) {
    let marker = FilePath("/home/ann/Pictures").appending(name)
    #expect(sign(of: "/home/ann/Pictures/inbox", with: [marker]) == .marker(marker, of: program))
  }

  @Test func `what may be a marker is enough, and what is sure comes before it`() {
    let inbox: FilePath = "/home/ann/Pictures/inbox"
    let (foreign, sure): (FilePath, FilePath) = (inbox.appending(".supersync.id"), "/home/ann/Pictures/.dropbox")
    #expect(sign(of: inbox, with: [foreign]) == .foreign(foreign))
    #expect(sign(of: inbox, with: [foreign, sure]) == .marker(sure, of: "Dropbox"))
  }

  @Test(
    arguments: [
      ("/home/ann/Dropbox/inbox", "/home/ann/Dropbox"), ("/home/ann/OneDrive - Ann/x/y", "/home/ann/OneDrive - Ann"),
      ("/home/ann/Nextcloud", "/home/ann/Nextcloud"), ("/home/ann/google drive/x", "/home/ann/google drive"),
      ("/home/ann/pCloudDrive/x", "/home/ann/pCloudDrive"), ("/home/ann/Dropboxes/inbox", nil),
      ("/home/ann/Pictures/inbox", nil),
    ] as [(FilePath, FilePath?)])
  func `a folder with the name of a sync program's counts as synced`(inbox: FilePath, named: FilePath?) {
    guard case .folderName(let path, _)? = sign(of: inbox) else { return #expect(named == nil) }
    #expect(path == named)
  }

  @Test func `a file system that others may use counts as synced`() {
    #expect(sign(of: "/home/ann/inbox", on: "nfs4") == .fileSystem("nfs4"))
    #expect(sign(of: "/home/ann/inbox") == nil)
  }

  @Test func `photos, their sidecars, and photos on their way are no signs of a sync program`() {
    let inbox: FilePath = "/home/ann/AlbumScan/inbox"
    let names = [
      "IMG_1.jpg", "sync.jpg", "Dropbox.jpg", ".hidden", ".DS_Store", "_DSC1.JPG", "seafile.jpg", ".nomedia",
      ".rsync.jpg.a1B2c3", ".Cloud nine.jpg.Xy12Zz", ".rsync-partial",
    ]
    #expect(sign(of: inbox, with: names.map { inbox.appending($0) }) == nil)
  }

  @Test func `an inbox that is a link into a sync folder counts as lying there`() throws {
    let home = try TemporaryFolder()
    try home.makeFolder("Shared/camera")
    try home.write("".utf8, to: "Shared/.sync_0b1e2f3a4c5d.db")
    try home.makeFolder("AlbumScan")
    let inbox = home.appending("AlbumScan").appending("inbox")
    let auto = try understood().settings
    #expect(auto.fate(ofPhotosIn: inbox, home: home.path) == .move)
    try symlink("../Shared/camera", at: inbox)
    #expect(auto.fate(ofPhotosIn: inbox, home: home.path) == .keep)
    let chosen = try understood("photos: {afterwards: delete}").settings
    #expect(chosen.fate(ofPhotosIn: inbox, home: home.path) == .delete)
    #expect(chosen.reasonToKeep(photosIn: inbox, home: home.path) == nil)
  }

  private func sign(of folder: FilePath, with marks: [FilePath] = [], on fileSystem: String? = nil) -> SyncSign? {
    SyncSign.of(
      folder, home: "/home/ann", fileSystem: { _ in fileSystem },
      names: { path in marks.filter { $0.removingLastComponent() == path }.compactMap(\.lastComponent) })
  }

  private func symlink(_ target: String, at path: FilePath) throws {
    guard Glibc.symlink(target, path.string) == 0 else { throw Errno(rawValue: errno) }
  }
}
