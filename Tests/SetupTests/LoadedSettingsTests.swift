import Albums
import Glibc
import Setup
import SystemPackage
import TestSupport
import Testing

@Suite struct LoadedSettingsTests {
  private let folder: TemporaryFolder
  private var environment: [String: String] { ["HOME": folder.path.string] }

  init() throws { folder = try TemporaryFolder() }

  private func failure(file: FilePath? = nil, environment: [String: String]) -> String? {
    do throws(SettingsError) {
      _ = try LoadedSettings.load(file: file, environment: environment)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `the file of the user is read where it is, and missed by nobody where it isn't`() throws {
    let without = try LoadedSettings.load(environment: environment)
    #expect(!without.fileExists)
    try folder.makeFolder(".config/albumscan")
    let path = try folder.write("plan: free\n".utf8, to: ".config/albumscan/albumscan.yaml")
    let loaded = try LoadedSettings.load(environment: environment)
    #expect(loaded.settings.plan == .free)
    #expect(loaded.file == path && loaded.fileExists)
    #expect(loaded.entries.first { $0.key.name == "plan" }?.provenance == .file(path, line: 1))
  }

  @Test func `a file that is named must be there`() throws {
    let path = folder.appending("mine.yaml")
    #expect(
      failure(file: path, environment: environment)
        == "\(path.string): the file named by --config doesn't exist")
    try folder.write("plan: ultra".utf8, to: "mine.yaml")
    #expect(try LoadedSettings.load(file: path, environment: environment).settings.plan == .ultra)
  }

  @Test func `a setting is taken from systemd's credentials`() throws {
    try folder.write("ann@example.org\n".utf8, to: "musicbrainz.contact")
    let loaded = try LoadedSettings.load(
      environment: environment.merging(["CREDENTIALS_DIRECTORY": folder.path.string]) { $1 })
    #expect(loaded.settings.musicbrainz.contact == "ann@example.org")
  }

  @Test func `a file that can't be settings is refused whole`() throws {
    let large = try folder.write(Array(repeating: UInt8(ascii: "#"), count: (1 << 20) + 1), to: "large.yaml")
    #expect(
      failure(file: large, environment: environment)
        == "\(large.string): this file is larger than 1 MB, so it isn't a settings file")
    let binary = try folder.write([0x70, 0xFF, 0x00], to: "binary.yaml")
    #expect(failure(file: binary, environment: environment) == "\(binary.string): this file isn't UTF-8 text")
    let place = try folder.makeFolder("folder.yaml")
    #expect(failure(file: place, environment: environment)?.contains("can't be read") == true)
  }

  @Test func `folders that are reached through links are resolved, but for what is below another of them`() throws {
    for name in ["disk/records/inbox", "disk/camera", ".config/albumscan"] { try folder.makeFolder(name) }
    for (link, target) in [("AlbumScan", "disk/records"), ("Camera", "disk/camera"), ("disk/camera/phone", "/etc")] {
      #expect(symlink(target, folder.appending(link).string) == 0)
    }
    try folder.write(
      "folders: {inbox: [~/AlbumScan/inbox, ~/Camera, ~/Camera/phone]}".utf8, to: ".config/albumscan/albumscan.yaml")
    let folders = try LoadedSettings.load(environment: environment).settings.folders
    #expect(folders.root == folder.appending("disk/records"))
    #expect(
      folders.inbox == ["disk/records/inbox", "disk/camera", "disk/camera/phone"].map { folder.appending($0) })
    #expect(
      folders.links.map(\.name)
        == ["AlbumScan", "AlbumScan/inbox", "Camera", "Camera/phone"].map { folder.appending($0) })
    #expect(folders.links.map(\.target) == [folders.root] + folders.inbox)
  }
}
